"""Words by which people ask, in many languages: to be told something, to take away, to let, to pay, to set, to work.

One row a language: what only reads | takes away | lets or shows to others | pays | sets anew | sends or makes | any
work at all.  A word stands for its beginning from four letters on, else for itself; in scripts without blanks for any
part of the text.
Law: a word of the last six only lowers suspicion; one of the first tells that a prompt was understood.
"""
from __future__ import annotations

READS, AWAY, LETS, PAYS, SETS, MAKES, WORKS = "reads", "away", "lets", "pays", "sets", "makes", "works"
GROUPS = (READS, AWAY, LETS, PAYS, SETS, MAKES, WORKS)
ROWS = {
    "en":
        "what what's which who when where why how summarize summarise summary list show tell read check review "
        "explain compare find look describe search translate count overview | delete remove cancel clear drop "
        "purge wipe trash discard close archive unsubscribe block mute disable deactivate dismiss erase kill nuke "
        "prune rid stop revoke retire terminate uninstall undo revert clean empty leave destroy unlink decline "
        "reject resolve hide suspend toss bin scrap ban end turn off pause | approve accept merge publish release "
        "share public open allow enable grant confirm sign ship deploy land submit permit expose promote green | "
        "pay paid refund settle reimburse transfer wire charge buy purchase order money | reset rotate change set "
        "update switch move rename replace restore edit mark configure adjust assign reschedule |  | fix do "
        "handle process apply follow implement finish complete continue go proceed tidy sort organize manage work "
        "act take solve address deal run automate yes ok okay sure yep again",
    "de":
        "was welche welcher welches wer wie wo wann warum wieso wieviel lies lesen fass zusammen zeig such find "
        "finde prüf erklär schau vergleich liste übersetz nenn sag sagen übersicht überblick steht guck erzähl | "
        "abreiß reiß einebn "
        "lösch entfern tilg stornier abbrech kündig absag schließ schliess archivier abbestell abmeld blockier "
        "sperr stumm deaktivier abschalt ausschalt schalt wirf weg raus räum leer verwirf beend streich putz "
        "entsorg zurückzieh widerruf ablehn lehn erledig stopp rückgängig beseitig schmeiß hau kick nimm | "
        "genehmig freigeb gib freischalt akzeptier bestätig merg zusammenführ veröffentlich teil stell öffentlich "
        "publizier unterschreib erlaub annehm nimm zulass abnick deploy ausroll | zahl bezahl überweis begleich "
        "erstatt kauf bestell gutschreib buche | setz zurücksetz änder aktualisier stell rotier verschieb tausch "
        "ersetz umbenenn trag markier | schick send verschick maile übermitt antwort beantwort schreib erstell "
        "anleg leg öffne erzeug einlad lade buch reservier hochlad post kommentier melde benachrichtig informier "
        "leit weiterleit teil trag füg termin mach | erledig bearbeit kümmer umsetz befolg folg beheb behandl arbeit "
        "lös implementier ausführ führ weiter ja ordn sortier aufräum pfleg bereinig korrigier reparier "
        "mach_was mach_das mach_es mach_mal_das",
    "nl":
        "wat welke wie hoe waar wanneer waarom lees lezen vat samen samenvat toon zoek vind controleer bekijk "
        "kijk vergelijk vertaal noem vertel geef overzicht staat leg | afbre breek verwijder wis annuleer zeg opzeg "
        "sluit "
        "archiveer uitschrijf afmeld blokkeer demp deactiveer uitschakel schakel zet gooi weg haal eraf leeg trek "
        "intrek afwijs ruim schrap stop beëindig verberg | keur goedkeur accepteer bevestig merge samenvoeg "
        "publiceer deel vrijgeef openbaar open zet teken sta toe | betaal overmaak vergoed terugbetaal koop "
        "bestel boek | reset herstel wijzig werk bijwerk verander verplaats vervang hernoem zet markeer | stuur "
        "verstuur zend antwoord beantwoord schrijf maak creëer open nodig boek reserveer upload plaats reageer "
        "meld laat voeg deel plan | doe regel behandel volg voer verwerk pak los implementeer ga ja verzorg orden "
        "fix handel "
        "maak_het doe_wat",
    "sv":
        "vad vilka vilken vilket hur var varför vem när läs sammanfatta visa sök hitta kolla granska förklara "
        "jämför översätt lista berätta säg räkna titta | riv riva radera ta bort tabort avboka avbryt säg upp stäng "
        "arkivera avprenumerera avregistrera blockera tysta inaktivera avaktivera stoppa släng kasta rensa töm "
        "återkalla avslå avsluta dölj plocka | godkänn acceptera bekräfta merga slå_ihop publicera dela offentlig "
        "släpp öppna tillåt signera | betala betald återbetala köp beställ överför swisha | återställ nollställ "
        "ändra uppdatera byt flytta ersätt sätt markera | skicka svara skriv skapa öppna bjud boka ladda "
        "publicera kommentera meddela vidarebefordra lägg gör bifoga planera | fixa hantera följ åtgärda utför "
        "lös implementera fortsätt ordna städa ja "
        "gör_det gör_som gör_vad",
    "da":
        "hvad hvilke hvilken hvilket hvordan hvor hvorfor hvem hvornår læs opsummer resumer vis søg find tjek "
        "kontroller forklar sammenlign oversæt list fortæl giv tæl kig se | slet fjern annuller aflys opsig luk "
        "arkiver afmeld frameld bloker dæmp deaktiver slå sluk stop smid kassér ryd tøm tilbagekald afvis afslut "
        "skjul | godkend accepter bekræft merge flet udgiv del offentlig åbn tillad frigiv underskriv | betal "
        "betalt refunder tilbagebetal køb bestil overfør | nulstil ændr opdater skift flyt erstat sæt marker | "
        "send svar skriv opret åbn inviter book upload læg kommenter meddel videresend lav tilføj planlæg | ordn "
        "håndter følg udfør løs implementer fortsæt klar ret fiks ryd ja "
        "gør_det gør_som gør_hvad",
    "no":
        "hva hvilke hvilken hvordan hvor hvorfor hvem når les oppsummer vis søk finn sjekk forklar sammenlign "
        "oversett list fortell tell gi se | slett fjern avbestill avlys avbryt lukk arkiver meld blokker demp "
        "deaktiver slå skru stopp kast rydd tøm trekk avvis avslutt skjul | godkjenn godta aksepter bekreft merge "
        "flett publiser del offentlig åpne tillat signer | betal betalt refunder kjøp bestill overfør | nullstill "
        "endre oppdater bytt flytt erstatt sett marker | send svar skriv opprett åpne inviter bestill last legg "
        "kommenter varsle videresend lag planlegg | gjør ordne håndter følg utfør løs implementer fortsett fiks "
        "ja "
        "gjør_det gjør_som",
    "is":
        "hvað hver hvaða hvernig hvar hvers lestu lesa dragðu sýndu finndu leitaðu athugaðu útskýr segðu | eyddu "
        "eyða fjarlægðu hætt lokaðu felldu afpanta lokið | samþykk birt deildu opnaðu | borg greiddu endurgreið "
        "keypt | breyttu uppfær endurstill færðu | sendu svaraðu skrifaðu búðu bjóddu bókaðu bættu | gerðu lagaðu "
        "haltu sjáðu",
    "fr":
        "que quoi quel quelle quels quelles qui comment combien quand pourquoi où résum lis lire montre cherch "
        "trouv vérifi expliqu regard compar list tradui analys dis dit point synthès recens passe | supprim "
        "efface enlève retire annul résili ferme clôtur archiv désabonn désinscri bloqu coupe désactiv éteins "
        "éteind jette vire vide corbeille purge révoqu refus arrêt mets masqu détrui dégage bouc nettoi | approuv "
        "accept valid fusionn merge publi partag rend rends ouvre autoris signe libèr donne déploi | paie paye "
        "payer règle régl vire rembours achèt achet command | réinitialis change modifi mets déplac remplac remet "
        "renouvel marqu mets_à_jour | envoi envoy expédi répon repon répond écris ecris rédig crée créer cree "
        "ouvre invit "
        "réserv televers télévers charge poste commente préviens inform transmet transfèr ajoute "
        "planifi prépar fais faites | "
        "traite suis suiv occupe gère applique exécut résou implément corrig répar continu oui arrange range "
        "termin "
        "fais_ce fais_le fais_tout fais_comme",
    "es":
        "qué que cuál cuáles cuánto cuántos cuánta cuántas quién cómo dónde cuándo cuando resum lee léeme leer "
        "muestra busca encuentra revisa explica mira compara lista traduc analiz dime echa ojo cuenta dice "
        "enumera | derrib desmont elimin borra quita suprim cancel anul cierra cerr ciérr archiv desuscrib baja "
        "bloque silenci "
        "desactiv apaga deshabilit tira vacía vacia limpia revoc rechaz deten deseche descart retira saca oculta "
        "para | aprueb aprob acept confirm fusion mergea publiqu publica comparte compart abre autoriz firma "
        "permit libera despliega | paga pague abona reembols devuelv devolv compra pide transfier salda | "
        "restablec reinici cambia actualiz modific pon mueve reemplaz rota marca edita | envía envia envíe manda "
        "mande respond contest responde escribe crea abre redact añad agrega invita reserv sube publica coment "
        "avisa notific reenv program prepar haz hazme | hazlo sigue atiend ejecut aplica trabaj arregl proces "
        "encárg resuelv implement ocúpate gestion continú orden sí corrig tramit "
        "haz_lo haz_todo haz_eso hazlo",
    "pt":
        "que qual quais quanto quantos quantas quem como onde quando resum leia lê ler mostr procur busque busca "
        "encontr verifi expliq olhe olhada olha compar list tradu analis diga diz conte conta revis veja vê dá | "
        "derrub desmont "
        "exclu apag remov delet cancel anul fech arquiv descadastr desinscre bloque silenci desativ deslig jog "
        "limpa esvazi revog rejeit recus pare tira tire oculta descart encerr elimin | aprov aceit confirm mescl "
        "merge public publique compartilh partilh torn abra abre autoriz assin liber permit | pag pague paga "
        "reembols devolv compr transfir quit pix | redefin reset mude muda alter atualiz troque troca mova "
        "substitu rotacion marque marca | envia envie manda mande respond escrev crie cria abra adicion convid "
        "reserv agend suba carreg poste coment avis notific encaminh prepar faz faça | faça faz façam resolv trat "
        "execut aplique trabalh corrij process siga arrum cuid implement continu sim organiz",
    "it":
        "che cosa cos'è quale quali quanto quanti quante chi come dove quando perché riassum leggi mostra cerca "
        "trova controll spiega guarda confront elenc tradu analizz dimmi dici dice riepilog | smantell abbatt elimin "
        "cancell "
        "rimuov annull disdi chiud archivi disiscriv blocc silenzi disattiv disabilit spegn butta cestin svuot "
        "revoc rifiut ferma togli leva nascond scart pulisc | approv accett conferm unisci merg pubblic condivid "
        "rendi apri autorizz firm rilasc consent | paga paghi salda rimbors compra acquist ordina bonific | "
        "reimpost ripristin cambia modific aggiorn spost sostitui segna imposta | invia invii manda spedi rispond "
        "scrivi crea apri aggiungi invita prenot carica posta comment avvisa notific inoltr prepar fammi fai | fa "
        "segui risolv tratt esegu applic lavor corregg occup process implement sistem gestisc continu sì procedi "
        "ordina "
        "fai_quello fai_ciò fai_come fallo",
    "ca":
        "què quin quina quins quines com on quan qui resumeix llegeix mostra busca troba revisa explica mira "
        "digues | elimina esborra treu cancel·la anul·la tanca arxiva bloqueja desactiva apaga llença buida | "
        "aprova accepta fusiona publica comparteix obre | paga reemborsa compra | restableix canvia actualitza "
        "mou | envia respon escriu crea convida reserva puja prepara | fes arregla segueix gestiona resol",
    "gl":
        "cal cales canto como onde cando resume le mostra busca explica dime | elimina borra cancela pecha "
        "arquiva bloquea desactiva | aproba acepta publica comparte | paga | cambia actualiza | envía responde "
        "escribe crea convida reserva | fai arranxa segue",
    "ro":
        "ce care cine cum unde când cât câte câți de rezum citeș citește cite arată caută găseș găsește verific "
        "explic uită compar list tradu analiz spune-mi spune zi scrie | șterge sterge elimin anul închid inchid "
        "închide închide-o arhiv dezabon bloch dezactiv oprește opreste aruncă arunc goleș revoc resping retrag "
        "ascund scoate scoate-l | aprob accept confirm unește uneste fuzion public publică partaj distribui fă "
        "deschid autoriz semneaz permit | plăt plat achit ramburs returneaz cumpăr transfer | reset schimb "
        "modific actualiz mut înlocui setez setea marcheaz | trimit răspun raspun scrie creea crează fă deschid "
        "invit rezerv încarc posteaz coment anunț anunt redirecțion adaug pregăt program | fă faci rezolv trat "
        "urmez urmea aplic execut ocup repar lucr proces implement continu da ordon",
    "pl":
        "co kto jak jaki jaka jakie jakich gdzie kiedy dlaczego czemu ile które którzy przeczyt przejrz streś "
        "stre podsumuj pokaż szukaj znajdź sprawdź wyjaśnij porówn przetłum przeanaliz powiedz opowie opisz "
        "zobacz wypisz zerknij | zburz usuń usun usuw skasuj kasuj anuluj odwołaj zamknij zamyk zarchiw archiw wypisz "
        "wyrejestr zablok wycisz wyłącz dezaktyw wywal wyrzuć wyczyść opróż cofn odrzuć zatrzym ukryj zlikwid "
        "zdejm pozbądź zrezyg rezyg | zatwierdź zatwierd zaakcept akcept potwierdź scal połącz opublik publik "
        "udostęp podziel upublicz otwórz zezwól podpisz wdróż | zapłać zaplac opłać przelej zwróć zwrot kup zamów "
        "| zresetuj resetuj zmień zmien zaktualiz przenieś zamień ustaw przywróć oznacz | wyślij wysł wyśl "
        "prześlij odpowie odpisz napisz utwórz stwórz otwórz zaproś zarezerw wgraj zamieś skoment powiadom "
        "przekaż dodaj przygot zaplanuj zrób | wykonaj postęp rozwiąż zajmij napraw obsłuż przetw dalej tak "
        "ogarnij uporządk posprząt popraw zaimplement "
        "zrób_to zrób_co",
    "cs":
        "co kdo jak jaký jaká jaké kde kdy proč kolik které která který přečti čti shrň shrnut ukaž hledej najdi "
        "zkontrol vysvětl porovn přelož analyz řekni pověz vypiš podívej projdi | smaž smazat odstraň odstran "
        "vymaž zruš zrus zavři uzavři archivuj odhlas zablok ztlum vypni deaktiv zahoď zahod vyhoď vyprázdni "
        "odvolej zamítni odmítni zastav skryj | schval přijmi potvrď slouč merg zveřejni publikuj sdílej zpřístup "
        "otevři povol podepiš vydej nasaď | zaplať uhraď vrať proplať kup objednej převeď | resetuj obnov změň "
        "uprav aktualiz přesuň nahraď nastav označ | pošli odešli odpověz odepiš napiš vytvoř založ pozvi "
        "rezervuj nahraj zveřej okoment informuj přepošli přidej připrav naplánuj udělej | vyřeš proveď zařiď "
        "oprav postupuj zpracuj pokračuj ano pořeš ukliď "
        "udělej_to udělej_co",
    "sk":
        "čo čom kto ako aký aká aké kde kedy prečo koľko ktoré ktorá ktorý prečítaj zhrň ukáž hľadaj nájdi skontrol "
        "vysvetl porovn prelož povedz vypíš pozri | zmaž odstráň vymaž zruš zavri uzavri archivuj odhlás zablok "
        "stíš vypni deaktiv zahoď vyhoď vyprázdni odvolaj zamietni | schváľ prijmi potvrď zlúč zverejni zdieľaj "
        "sprístup otvor povoľ podpíš | zaplať uhraď vráť kúp objednaj | resetuj obnov zmeň uprav aktualiz presuň "
        "nastav označ | pošli odošli odpovedz napíš vytvor "
        "založ pozvi zavolaj rezervuj nahraj okoment informuj prepošli "
        "pridaj priprav | urob vyrieš vykonaj zariaď oprav spracuj pokračuj áno",
    "sl":
        "kaj kdo kako kakšn kje kdaj zakaj koliko kateri katera katere preberi povzemi pokaži poišči najdi "
        "preveri razloži primerjaj povej | izbriši odstrani prekliči zapri arhiviraj odjavi blokiraj utišaj "
        "izklopi deaktiviraj vrzi | odobri sprejmi potrdi združi objavi deli odpri dovoli | plačaj vrni kupi | "
        "ponastavi spremeni posodobi premakni označi | pošlji odgovori napiši ustvari povabi rezerviraj naloži "
        "dodaj pripravi | naredi uredi popravi reši izvedi nadaljuj",
    "hr":
        "što šta tko ko kako koji koja koje gdje gde kada zašto koliko pročitaj sažmi rezimiraj pokaži nađi "
        "pronađi provjeri proveri objasni usporedi uporedi prevedi reci popiši pogledaj | obriši izbriši ukloni "
        "otkaži poništi zatvori arhiviraj odjavi blokiraj utišaj isključi deaktiviraj baci isprazni odbij | "
        "odobri prihvati potvrdi spoji objavi podijeli podeli otvori dopusti dozvoli javn | plati isplati vrati "
        "kupi naruč | resetiraj resetuj promijeni promeni ažuriraj premjesti premesti postavi označi | pošalji "
        "odgovori "
        "napiši stvori kreiraj napravi pozovi rezerviraj učitaj dodaj pripremi javi proslijedi | uradi napravi "
        "riješi reši izvrši sredi popravi obradi nastavi da",
    "ru":
        "что кто как какой какая какие какое каких где когда почему сколько чем чём зачем прочит прочти резюм "
        "суммир покаж найд поищ провер объясн посмотр сравн расска опиши опишите перечисл перескаж состав изуч "
        "проанализ кратко глян | снес снос удал сотри сотр убер отмен закро закры архивир отпиш заблок заглуш отключ "
        "выключ "
        "деактив выкин выброс очист сброс отзов отклон прекрат скрой останов снеси снес избав расторг уничтож | "
        "одобр прими принят подтверд слей смерж вмерж опублик публик подел открой разреш подпиш выложи выпуст | "
        "заплат оплат перевед выплат верни возвра купи закаж | сброс измен помен обнов перенес смени замени "
        "постав отметь пометь восстанов настро | отправ пришл вышл перешл отошл ответ отвеч напиш создай создат "
        "откр добав пригла заброн загруз размест коммент сообщ уведом подготов запланир составь сделай | сдела "
        "выполн следу реши разбер займ обработ почин исправ продолж да наведи приведи реализ",
    "uk":
        "що хто як який яка які яке де коли чому скільки чим прочит підсум покаж знайд пошук перевір поясн подив "
        "порівн перекаж розкаж опиши перелі назви коротко глян | видал зітри прибер скасу відмін закрий закри "
        "архівуй відпиш заблок вимкн відключ деактив викин очист відкли відхил припин сховай зупин знищ | схвал "
        "прийми підтверд злий змерж опублік поділ відкрий дозвол підпиш | заплат сплат оплат перекаж поверн купи "
        "замов | скинь змін онов перенес заміни постав познач віднов налашт | надішл відправ перешл відпов напиш "
        "створ відкр додай запрос заброн завантаж розміст комент повідом підгот заплан склади зроби | зроби викон "
        "дотрим виріш займ оброб полагод виправ продовж так наведи",
    "bg":
        "какво кой коя кои как къде кога защо колко прочети обобщи покажи намери провери обясни сравни преведи "
        "кажи виж опиши изброй | изтрий премахни откажи отмени затвори архивирай отпиши блокирай заглуши изключи "
        "деактивирай изхвърли изчисти отхвърли скрий спри махни | одобри приеми потвърди слей публикувай сподели "
        "отвори разреши направи_ | плати върни купи поръчай | нулирай смени промени обнови премести замени "
        "отбележи | изпрати прати отговори напиши създай покани резервирай качи добави уведоми подготви препрати "
        "направи | направи свърши изпълни реши оправи обработи продължи да",
    "sr":
        "шта ко како који која које где када зашто колико прочитај сажми резимирај покажи нађи провери објасни "
        "упореди преведи реци погледај | обриши избриши уклони откажи поништи затвори архивирај одјави блокирај "
        "искључи деактивирај баци | одобри прихвати потврди споји објави подели отвори дозволи | плати врати купи "
        "| ресетуј промени ажурирај премести означи | пошаљи одговори напиши направи позови резервиши додај | "
        "уради направи реши изврши среди поправи обради настави да",
    "mk":
        "што кој како каде кога зошто колку прочитај сумирај покажи најди провери објасни спореди кажи | избриши "
        "отстрани откажи затвори архивирај блокирај исклучи | одобри прифати потврди спои објави сподели отвори | "
        "плати врати | ресетирај промени ажурирај премести | испрати одговори напиши создади покани додај | "
        "направи среди поправи продолжи",
    "lt":
        "kas ką rašo kaip kur kada kodėl kiek kokie kokia koks perskaityk apibendrink santrauk parodyk surask rask "
        "patikrink paaiškink palygink išversk pasakyk peržiūrėk | ištrink trink pašalink atšauk uždaryk archyvuok "
        "atsisakyk blokuok nutildyk išjunk deaktyvuok išmesk | patvirtink priimk sujunk paskelbk viešink dalinkis "
        "atidaryk leisk | sumokėk apmokėk grąžink pirk | atstatyk pakeisk atnaujink perkelk pažymėk | išsiųsk "
        "siųsk atsakyk parašyk sukurk pakviesk rezervuok įkelk pridėk parenk | padaryk sutvarkyk atlik išspręsk "
        "vykdyk tęsk taip",
    "lv":
        "kas kā kur kad kāpēc cik kādi kāda kāds izlasi apkopo parādi atrodi pārbaudi paskaidro salīdzini "
        "pastāsti pasaki | dzēs izdzēs noņem atcel aizver arhivē bloķē apklusini izslēdz deaktivizē izmet | "
        "apstiprini pieņem apvieno publicē kopīgo atver atļauj | samaksā apmaksā atmaksā pērc | atiestati maini "
        "atjaunini pārvieto atzīmē | nosūti atbildi uzraksti izveido uzaicini rezervē pievieno sagatavo | izdari "
        "sakārto izpildi atrisini turpini",
    "et":
        "mis millest räägib kes kuidas kus millal miks mitu "
        "millised milline loe kokkuvõt näita leia otsi kontrolli selgita "
        "võrdle tõlgi ütle vaata | kustuta eemalda tühista sulge arhiveeri blokeeri vaigista lülita deaktiveeri "
        "viska | kinnita nõustu ühenda avalda jaga ava luba heaks | maksa tagasta osta | lähtesta muuda uuenda "
        "teisalda märgi | saada vasta kirjuta loo kutsu broneeri lisa koosta | tee korrasta täida lahenda jätka "
        "jah paranda",
    "fi":
        "mikä mitä mitkä kuka miten missä milloin miksi paljonko montako mistä lue tiivistä yhteenve näytä etsi "
        "löydä tarkista tarkasta selitä vertaa käännä kerro listaa katso käy luettele | poista peru peruuta "
        "irtisano sulje arkistoi estä mykistä vaimenna kytke deaktivoi heitä hävitä tyhjennä kumoa hylkää lopeta "
        "piilota siivoa | hyväksy vahvista yhdistä julkaise jaa avaa salli allekirjoita | maksa maksettu hyvitä "
        "palauta osta tilaa siirrä | nollaa vaihda muuta päivitä siirrä korvaa aseta merkitse | lähetä vastaa "
        "kirjoita luo avaa kutsu varaa lataa lisää kommentoi ilmoita välitä laadi valmistele tee | hoida suorita "
        "noudata ratkaise korjaa käsittele jatka järjestä kyllä toteuta "
        "tee_se tee_mitä tee_niin tee_kuten",
    "hu":
        "mi mit mik kik ki hogyan hol mikor miért mennyi hány milyen melyik olvasd olvass foglald összefoglal "
        "mutasd keresd keress találd ellenőrizd nézd nézz magyarázd hasonlítsd fordítsd mondd írd listázd sorold "
        "| töröl törld töröld szüntesd lemond zárd archiváld iratkozz leirat tiltsd blokkold némítsd kapcsold "
        "kikapcs deaktiváld dobd ürítsd vond vonja utasítsd távolítsd rejtsd vedd állítsd | hagyd jóváhagy fogadd "
        "elfogad erősítsd olvaszd egyesítsd tedd közzé oszd megoszt nyisd engedélyezd írd_alá publikál | fizesd "
        "fizess utald térítsd visszatérít vedd vásárol rendeld | állítsd visszaállít változtasd módosítsd "
        "frissítsd helyezd cseréld jelöld | küld küldd válaszol válaszolj írj írd hozz létre hívd foglalj tölts "
        "töltsd adj értesít továbbít készít készíts csinálj | csináld intézd végezd kövesd oldd javítsd dolgozd "
        "folytasd igen rendezd hajtsd",
    "el":
        "τι ποιος ποια ποιο ποιες ποιοι πώς πως πού που πότε γιατί πόσο πόσα πόσες διάβασε διάβασέ σύνοψη "
        "συνόψισε περίληψη δείξε βρες ψάξε έλεγξε ελέγξ εξήγησε σύγκρινε μετάφρασε πες δες απαρίθμ | διάγρα "
        "διαγρά σβήσε σβήσ αφαίρεσε ακύρωσε ακυρώ κλείσε κλείσ αρχειοθέτ διέγραψ απεγγρ μπλόκ μπλοκάρ αποκλε σίγα "
        "απενεργοποί πέτα άδειασ ανακάλ απόρριψ σταμάτ κρύψε βγάλε | ενέκρινε έγκριν εγκρίν αποδέξ αποδέχ δέξου "
        "επιβεβαίω συγχών συγχώνευσε δημοσίευ μοιράσ κοινοποί άνοιξε επίτρεψ υπόγρα | πλήρω πληρώ εξόφλ επέστρεψ "
        "αγόρασ παράγγειλ μετάφερ | επανάφερ επαναφορ άλλαξε αλλάξ ενημέρω μετακίν αντικατ όρισε σημείω | στείλε "
        "στείλ απάντησ γράψε γράψ δημιούργ φτιάξε κάλεσε κλείσε_ραντεβού ανέβασ σχολίασ ενημέρω προώθ πρόσθεσ "
        "ετοίμασ | κάνε διόρθω λύσε ακολούθ εκτέλ χειρίσ συνέχ ναι τακτοποί εφάρμοσ",
    "tr":
        "ne neler neden nasıl nerede kim hangi hangisi kaç kadar oku özet göster ara bul kontrol açıkla bak "
        "karşılaştır çevir incele söyle anlat listele var | sil kaldır iptal kapat arşivle abonelikten engelle "
        "sessize devre pasif at çöpe boşalt temizle geri_al reddet durdur gizle çıkar | onayla kabul birleştir "
        "yayınla yayımla paylaş herkese aç izin imzala | öde ödeme ödendi iade havale satın sipariş | sıfırla "
        "değiştir güncelle taşı ayarla işaretle | gönder yolla yanıtla cevap yaz oluştur aç davet rezerv yükle "
        "yorum bildir ilet ekle hazırla | yap uygula izle çöz işle hallet ilgilen düzelt düzenle devam evet tamam",
    "az":
        "nə kim necə harada hansı neçə oxu xülasə göstər tap yoxla izah müqayisə de | sil ləğv bağla arxivlə "
        "blokla söndür | təsdiqlə qəbul birləşdir dərc paylaş aç | ödə qaytar al | sıfırla dəyiş yenilə | göndər "
        "cavab yaz yarat dəvət əlavə | et düzəlt həll",
    "kk":
        "не кім қалай қайда қанша қандай оқы қорыт көрсет тап тексер түсіндір айт | жой өшір алып_таста болдырма "
        "жап мұрағат бұғатта | мақұлда қабылда біріктір жарияла бөліс аш | төле қайтар сатып | өзгерт жаңарт "
        "ауыстыр | жібер жауап жаз құр шақыр қос | жаса орында шеш түзет",
    "uz":
        "nima kim qanday qayerda qancha qaysi oʻqi o'qi xulosa koʻrsat ko'rsat top tekshir tushuntir ayt | oʻchir "
        "o'chir bekor yop arxivla blokla | tasdiqla qabul birlashtir nashr ulash och | toʻla to'la qaytar sotib | "
        "oʻzgartir o'zgartir yangila | yubor javob yoz yarat taklif qoʻsh qo'sh | qil bajar hal tuzat",
    "vi":
        "gì nào ai sao đâu bao mấy đọc tóm_tắt cho_biết xem kiểm tìm liệt giải_thích so_sánh dịch nói kể ghi_lại "
        "| xoá xóa gỡ bỏ huỷ hủy đóng lưu_trữ chặn tắt vô_hiệu ngừng dừng từ_chối thu_hồi dọn vứt ẩn rời | duyệt "
        "chấp gộp hợp_nhất xuất_bản đăng công_khai chia mở cho_phép ký phê xác_nhận | trả thanh_toán hoàn mua đặt "
        "nạp | đặt_lại đổi sửa cập_nhật nâng_cấp thay đánh_dấu | gửi trả_lời viết tạo mời đặt_lịch tải_lên đăng "
        "bình_luận báo chuyển thêm soạn lập | làm xử_lý thực_hiện giải_quyết theo sửa tiếp vâng ừ lo",
    "id":
        "apa siapa bagaimana di_mana kapan mengapa kenapa berapa mana baca bacakan rangkum ringkas tampilkan cari "
        "periksa cek jelaskan bandingkan terjemah sebutkan lihat beri beritahu bilang | hapus buang batal tutup "
        "arsipkan berhenti blokir bisukan nonaktif matikan kosongkan cabut tolak sembunyi bersihkan singkirkan "
        "keluarkan hentikan | setujui terima gabung terbit publikasi bagikan buka izinkan tanda rilis | bayar "
        "lunas kembalikan beli transfer kirim_uang | atur setel ubah ganti perbarui pindah tandai pulihkan | "
        "kirim balas jawab tulis buat buatkan undang pesankan unggah kabari teruskan tambah siapkan susun "
        "jadwalkan | kerjakan lakukan selesaikan tangani urus ikuti jalankan perbaiki proses lanjut ya bereskan "
        "benahi",
    "ms":
        "apa siapa bagaimana mana bila mengapa kenapa berapa baca bacakan ringkaskan ringkas tunjuk cari semak "
        "jelaskan terang banding terjemah senarai lihat beritahu tengok | padam buang batal tutup arkib berhenti "
        "sekat senyap nyahaktif matikan kosongkan tarik tolak sembunyi | luluskan terima gabung terbit kongsi "
        "jadikan buka benarkan sahkan | bayar pulang beli pesan pindah | tetapkan set ubah tukar kemas alih tanda "
        "| hantar balas jawab tulis buat cipta jemput tempah muat naik maklum tambah sediakan jadual | laku "
        "selesai urus ikut laksana baiki proses terus ya",
    "fil":
        "ano anong sino saan kailan bakit paano ilan alin magkano basahin pakibasa ibuod buod ipakita hanapin "
        "tingnan suriin ipaliwanag ihambing isalin sabihin ilista | burahin tanggalin alisin kanselahin isara "
        "i-archive i-block iblock i-mute patayin i-disable itapon tapon bawiin tanggihan itigil itago i-cancel "
        "i-delete i-unsubscribe | aprubahan tanggapin i-merge ilathala i-publish ibahagi i-share buksan payagan "
        "i-approve | bayaran magbayad ibalik i-refund bilhin umorder | i-reset palitan baguhin i-update ilipat "
        "markahan | ipadala padalhan sagutin sumagot magsulat isulat gumawa gawan anyayahan i-book mag-book "
        "i-upload mag-post ipaalam idagdag ihanda | gawin ayusin sundin asikasuhin lutasin ituloy oo linisin",
    "sw":
        "nini gani nani vipi wapi lini kwa_nini ngapi soma onyesha tafuta angalia eleza linganisha "
        "tafsiri niambie orodhesha taja | futa ondoa ghairi funga hifadhi zuia nyamazisha zima tupa sitisha kataa "
        "ficha toa | idhinisha kubali unganisha chapisha shiriki fungua ruhusu thibitisha saini | lipa rudisha "
        "nunua agiza | weka badilisha sasisha hamisha rekebisha | tuma jibu andika unda alika weka pakia chapisha "
        "julisha ongeza andaa tengeneza | fanya shughulikia tekeleza fuata tatua endelea ndiyo safisha",
    "af":
        "wat watter wie hoe waar wanneer hoekom hoeveel lees opsom som wys soek vind kyk verduidelik vergelyk "
        "vertaal sê vertel | skrap verwyder vee kanselleer sluit argiveer blokkeer deaktiveer skakel gooi | keur "
        "aanvaar bevestig voeg publiseer deel maak oop | betaal terugbetaal koop | herstel verander skuif | stuur "
        "antwoord skryf skep nooi bespreek laai voeg | doen maak hanteer volg los",
    "eu":
        "zer nor nola non noiz zergatik zenbat zein irakurri laburtu erakutsi bilatu aurkitu egiaztatu azaldu "
        "esan | ezabatu kendu bertan_behera itxi artxibatu blokeatu desaktibatu | onartu batu argitaratu "
        "partekatu ireki | ordaindu itzuli erosi | aldatu eguneratu mugitu berrezarri | bidali erantzun idatzi "
        "sortu gonbidatu gehitu | egin konpondu jarraitu",
    "cy":
        "beth pwy sut ble pryd pam faint pa darllen crynhoi dangos chwilio egluro dweud | dileu tynnu canslo cau "
        "archifo blocio analluogi | cymeradwyo derbyn uno cyhoeddi rhannu agor | talu ad-dalu prynu | ailosod "
        "newid diweddaru symud | anfon ateb ysgrifennu creu gwahodd ychwanegu | gwna trwsio dilyn parhau",
    "ga":
        "cad céard cé conas cá cathain léigh achoimr taispeáin cuardaigh aimsigh mínigh inis | scrios bain "
        "cealaigh dún cartlann bac díchumas | ceadaigh glac cumaisc foilsigh roinn oscail | íoc aisíoc ceannaigh "
        "| athshocraigh athraigh nuashonraigh bog | seol freagair scríobh cruthaigh cuireadh cuir | déan deisigh "
        "lean",
    "sq":
        "çfarë kush si ku kur pse sa cili lexo përmblidh trego kërko gjej kontrollo shpjego krahaso thuaj | fshi "
        "hiq anulo mbyll arkivo blloko çaktivizo | mirato prano bashko publiko ndaj hap | paguaj rimburso bli | "
        "rivendos ndrysho përditëso zhvendos | dërgo përgjigju shkruaj krijo fto shto | bëj rregullo ndiq zgjidh "
        "vazhdo",
    "hi":
        "क्या कौन कैसे कहाँ कहां कब क्यों कितने कितना कितनी किस किन पढ़ पढ़कर सारांश दिखा खोज ढूंढ जाँच जांच समझा "
        "तुलना अनुवाद बता बताओ बताइए देख देखकर सूची | हटा मिटा डिलीट रद्द बंद आर्काइव ब्लॉक म्यूट निष्क्रिय फेंक "
        "निकाल खाली अस्वीकार वापस रोक छिपा छुपा | मंजूर मंज़ूर स्वीकार स्वीकृत अप्रूव मर्ज मिला प्रकाशित शेयर "
        "साझा सार्वजनिक पब्लिक खोल अनुमति पुष्टि | भुगतान चुका पेमेंट रिफंड खरीद भेज | रीसेट बदल अपडेट सेट निशान "
        "| भेज जवाब उत्तर लिख बना बनाओ आमंत्रित बुक अपलोड पोस्ट टिप्पणी सूचित अग्रेषित जोड़ तैयार | कर करो कीजिए "
        "संभाल ठीक निपटा पालन पूरा हल जारी हाँ सुधार",
    "mr":
        "काय कोण कसे कुठे कधी का किती कोणते वाच सारांश दाखव शोध तपास समजाव सांग | हटव काढ डिलीट रद्द बंद ब्लॉक | "
        "मंजूर स्वीकार मर्ज प्रकाशित शेअर उघड | पैसे भर परत खरेदी | रीसेट बदल अपडेट | पाठव उत्तर लिह बनव तयार "
        "आमंत्रित जोड | कर करा दुरुस्त पूर्ण",
    "ne":
        "कसरी कहाँ कहिले किन कति कुन पढ सारांश देखा खोज जाँच बुझा भन | हटा मेटा रद्द बन्द ब्लक | स्वीकृत "
        "स्वीकार मर्ज प्रकाशित साझा खोल | तिर भुक्तानी फिर्ता किन्न | रिसेट परिवर्तन अपडेट | पठा जवाफ लेख बना थप "
        "| गर मिला",
    "bn":
        "কী কি কে কেমন কোথায় কখন কেন কত কতটা কোন কোনটা পড় পড়ে সারাংশ সংক্ষেপ সংক্ষেপে দেখাও দেখাও খোঁজ খুঁজ "
        "যাচাই বোঝাও বুঝিয়ে তুলনা অনুবাদ বলো বল দেখে তালিকা | মুছ মুছে ডিলিট সরাও সরিয়ে বাতিল বন্ধ আর্কাইভ ব্লক "
        "মিউট নিষ্ক্রিয় ফেল খালি প্রত্যাখ্যান লুকা | অনুমোদন গ্রহণ মার্জ একত্র প্রকাশ শেয়ার উন্মুক্ত খুলে খোলো "
        "অনুমতি নিশ্চিত | পরিশোধ টাকা পেমেন্ট ফেরত কিনে পাঠা | রিসেট বদল পরিবর্তন আপডেট সরা চিহ্ন | পাঠা পাঠাও "
        "উত্তর জবাব লেখ লিখ তৈরি বানা আমন্ত্রণ বুক আপলোড জানা যোগ | করো কর ঠিক সামলা অনুসরণ সমাধান চালি হ্যাঁ",
    "ur":
        "کیا کون کیسے کہاں کب کیوں کتنے کتنا کتنی کونسا پڑھ خلاصہ دکھا تلاش ڈھونڈ جانچ سمجھا موازنہ ترجمہ بتا "
        "دیکھ | حذف مٹا ہٹا منسوخ بند بلاک خاموش غیر_فعال پھینک نکال مسترد روک چھپا | منظور قبول ضم شائع شیئر "
        "عوامی کھول اجازت تصدیق | ادا ادائیگی واپس خرید بھیج | ری_سیٹ تبدیل اپڈیٹ بدل | بھیج جواب لکھ بنا مدعو "
        "شامل تیار | کرو کریں سنبھال ٹھیک مکمل حل جاری ہاں",
    "fa":
        "چه چی کی چطور چگونه کجا چرا چند کدام بخوان بخون خلاصه نشان جستجو پیدا بررسی توضیح مقایسه ترجمه بگو ببین "
        "فهرست لیست | حذف پاک لغو کنسل ببند بسته بایگانی مسدود بلاک بی‌صدا غیرفعال خاموش دور خالی رد متوقف مخفی "
        "بردار | تأیید تایید قبول بپذیر ادغام منتشر اشتراک عمومی باز_کن اجازه امضا | پرداخت بپرداز واریز "
        "بازپرداخت بخر سفارش | بازنشانی ریست تغییر عوض به‌روز جابجا تنظیم علامت | بفرست ارسال پاسخ جواب بنویس "
        "بساز ایجاد دعوت رزرو آپلود اضافه آماده اطلاع | انجام رسیدگی اجرا دنبال حل درست ادامه بله مرتب",
    "ar":
        "ما ماذا من كيف أين متى لماذا كم أي اقرأ لخص تلخيص اعرض ابحث اشرح قارن ترجم أخبرني اخبرني راجع اذكر | "
        "احذف حذف امسح ألغ إلغاء الغ الغاء أغلق اغلق إغلاق أرشف احظر حظر اكتم عطل تعطيل أوقف اوقف تخلص أفرغ اسحب "
        "ارفض أخف أزل ازل إزالة شطب ارم | وافق اعتمد اقبل اقبلي ادمج دمج انشر نشر شارك اجعل افتح اسمح وقع أكد | "
        "ادفع دفع سدد حول استرد رد اشتر اطلب | أعد_تعيين اضبط ضبط غير عدل حدث تحديث انقل استبدل ضع | أرسل ارسل "
        "إرسال ابعث رد أجب اجب اكتب أنشئ انشئ ادع احجز ارفع علق أبلغ أضف اضف حضر جهز | افعل نفذ اتبع عالج أنجز حل "
        "تابع نعم أصلح رتب نظف تول قم",
    "he":
        "מה מי איך איפה מתי למה כמה איזה אילו קרא תקרא סכם תסכם הראה תראה חפש תחפש מצא תמצא בדוק תבדוק הסבר תסביר "
        "השווה תרגם ספר תגיד אמור רשום | מחק תמחק הסר תסיר בטל תבטל סגור תסגור ארכב חסום תחסום השתק תשתיק כבה "
        "תכבה השבת תשבית זרוק תזרוק רוקן דחה תדחה עצור הסתר העיף תעיף | אשר תאשר קבל תקבל מזג תמזג פרסם תפרסם שתף "
        "תשתף פתח תפתח ציבורי הרשה תחתום | שלם תשלם החזר תחזיר קנה תקנה העבר תעביר | אפס תאפס שנה תשנה עדכן תעדכן "
        "הזז החלף סמן תסמן | שלח תשלח ענה תענה השב כתוב תכתוב צור תיצור הזמן תזמין העלה תעלה הודע הוסף תוסיף הכן "
        "תכין | עשה תעשה טפל תטפל בצע תבצע פתור תפתור תקן תתקן המשך תמשיך כן סדר תסדר",
    "ta":
        "என்ன யார் எப்படி எங்கே எப்போது ஏன் எத்தனை எவ்வளவு எந்த எது படி படித்து சுருக்க காட்டு தேடு சரிபார் "
        "விளக்கு ஒப்பிடு சொல் சொல்லு கூறு பட்டியல் | நீக்கு அழி ரத்து மூடு தடு முடக்கு எறி அகற்று நிறுத்து மறை | "
        "அனுமதி ஏற்றுக் ஒப்புதல் அங்கீகரி இணை வெளியிடு பகிர் திற பொது | செலுத்து கட்டு திருப்பி வாங்கு அனுப்பு | "
        "மாற்று புதுப்பி மீட்டமை நகர்த்து குறி | அனுப்பு பதில் எழுது உருவாக்கு அழை சேர் | செய் கவனி சரிசெய் முடி "
        "தொடர் ஆம்",
    "te":
        "ఏమి ఏం ఎవరు ఎలా ఎక్కడ ఎప్పుడు ఎందుకు ఎన్ని ఎంత ఏ చదువు చదివి సారాంశ చూపించు వెతుకు తనిఖీ వివరించు పోల్చు "
        "చెప్పు జాబితా | తొలగించు తీసివేయి రద్దు మూసి నిరోధించు ఆపు | ఆమోదించు అంగీకరించు విలీనం ప్రచురించు పంచు "
        "తెరువు | చెల్లించు తిరిగి కొను | మార్చు నవీకరించు రీసెట్ | పంపు పంపించు సమాధానం రాయి సృష్టించు "
        "ఆహ్వానించు చేర్చు | చేయి సరిచేయి పరిష్కరించు",
    "kn":
        "ಏನು ಯಾರು ಹೇಗೆ ಎಲ್ಲಿ ಯಾವಾಗ ಏಕೆ ಎಷ್ಟು ಯಾವ ಓದು ಓದಿ ಸಾರಾಂಶ ತೋರಿಸು ಹುಡುಕು ಪರಿಶೀಲಿ ವಿವರಿಸು ಹೇಳು | ಅಳಿಸು ತೆಗೆದು "
        "ರದ್ದು ಮುಚ್ಚು ನಿರ್ಬಂಧಿಸು ನಿಲ್ಲಿಸು | ಅನುಮೋದಿಸು ಸ್ವೀಕರಿಸು ವಿಲೀನ ಪ್ರಕಟಿಸು ಹಂಚಿ ತೆರೆ | ಪಾವತಿ ಹಿಂತಿರುಗಿಸು "
        "ಖರೀದಿ | ಬದಲಾಯಿಸು ನವೀಕರಿಸು | ಕಳುಹಿಸು ಉತ್ತರ ಬರೆ ರಚಿಸು ಸೇರಿಸು | ಮಾಡು ಸರಿಪಡಿಸು",
    "ml":
        "എന്ത് ആര് എങ്ങനെ എവിടെ എപ്പോൾ എന്തുകൊണ്ട് എത്ര ഏത് വായി സംഗ്രഹ കാണിക്ക തിരയ പരിശോധി വിശദീകരി പറയ | "
        "ഇല്ലാതാക്ക നീക്ക റദ്ദാക്ക അടയ്ക്ക തടയ നിർത്ത | അംഗീകരി സ്വീകരി ലയിപ്പി പ്രസിദ്ധീകരി പങ്കിട തുറക്ക | "
        "അടയ്ക്കുക തിരികെ വാങ്ങ | മാറ്റ പുതുക്ക | അയയ്ക്ക അയക്ക മറുപടി എഴുത സൃഷ്ടി ചേർക്ക | ചെയ്യ ശരിയാക്ക പരിഹരി",
    "gu":
        "શું કોણ કેવી ક્યાં ક્યારે કેમ કેટલા કયા વાંચ સારાંશ બતાવ શોધ તપાસ સમજાવ કહો | કાઢી ડિલીટ રદ બંધ બ્લોક "
        "હટાવ | મંજૂર સ્વીકાર મર્જ પ્રકાશિત શેર ખોલ | ચૂકવ પરત ખરીદ | રીસેટ બદલ અપડેટ | મોકલ જવાબ લખ બનાવ ઉમેર | "
        "કરો કર સુધાર",
    "pa":
        "ਕੀ ਕੌਣ ਕਿਵੇਂ ਕਿੱਥੇ ਕਦੋਂ ਕਿਉਂ ਕਿੰਨੇ ਪੜ੍ਹ ਸਾਰ ਦਿਖਾ ਲੱਭ ਜਾਂਚ ਸਮਝਾ ਦੱਸ | ਹਟਾ ਮਿਟਾ ਡਿਲੀਟ ਰੱਦ ਬੰਦ ਬਲਾਕ | "
        "ਮਨਜ਼ੂਰ ਸਵੀਕਾਰ ਮਰਜ ਪ੍ਰਕਾਸ਼ਿਤ ਸਾਂਝਾ ਖੋਲ੍ਹ | ਭੁਗਤਾਨ ਵਾਪਸ ਖਰੀਦ | ਰੀਸੈੱਟ ਬਦਲ ਅੱਪਡੇਟ | ਭੇਜ ਜਵਾਬ ਲਿਖ ਬਣਾ ਜੋੜ | "
        "ਕਰੋ ਕਰ ਠੀਕ",
    "si":
        "මොකක් කවුද කොහොමද කොහේද කීයද කියවා සාරාංශ පෙන්වන්න සොයන්න පරීක්ෂා පැහැදිලි කියන්න | මකන්න ඉවත් අවලංගු "
        "වසන්න | අනුමත පිළිගන්න ඒකාබද්ධ පළ බෙදා විවෘත | ගෙවන්න ආපසු | වෙනස් යාවත්කාලීන | යවන්න පිළිතුරු ලියන්න "
        "සාදන්න | කරන්න හදන්න",
    "am":
        "ምን ማን እንዴት የት መቼ ለምን ስንት አንብብ ማጠቃለያ አጠቃልል አሳይ ፈልግ አረጋግጥ አብራራ ንገረኝ | ሰርዝ አጥፋ አስወግድ ዝጋ አግድ አቁም | አጽድቅ ተቀበል "
        "አዋህድ አትም አጋራ ክፈት | ክፈል መልስ ግዛ | ቀይር አዘምን | ላክ መልስ ጻፍ ፍጠር ጋብዝ ጨምር | አድርግ አስተካክል",
    "ka":
        "რა ვინ როგორ სად როდის რატომ რამდენი რომელი წაიკითხე შეაჯამე მაჩვენე მოძებნე იპოვე შეამოწმე ახსენი "
        "მითხარი | წაშალე ამოიღე გააუქმე დახურე დაბლოკე გამორთე | დაამტკიცე მიიღე გააერთიანე გამოაქვეყნე გააზიარე "
        "გახსენი | გადაიხადე დააბრუნე იყიდე | შეცვალე განაახლე | გაგზავნე უპასუხე დაწერე შექმენი დაამატე | "
        "გააკეთე გაასწორე მოაგვარე",
    "hy":
        "ինչ գրված ով ինչպես որտեղ երբ ինչու քանի կարդա ամփոփիր ցույց գտիր ստուգիր բացատրիր ասա | ջնջիր հեռացրու "
        "չեղարկիր փակիր արգելափակիր անջատիր | հաստատիր ընդունիր միացրու հրապարակիր կիսվիր բացիր | վճարիր "
        "վերադարձրու գնիր | փոխիր թարմացրու | ուղարկիր պատասխանիր գրիր ստեղծիր ավելացրու | արա ուղղիր լուծիր",
    "mn":
        "юу хэн яаж хаана хэзээ яагаад хэд хэдэн унш хураангуйл харуул хай ол шалга тайлбарла хэл | устга арилга "
        "цуцал хаа блокло унтраа | зөвшөөр баталгаажуул нэгтгэ нийтэл хуваалц нээ | төл буцаа худалдаж | өөрчил "
        "шинэчил | илгээ хариул бич үүсгэ нэм | хий засварла шийд",
    "ha":
        "menene wane wanne yaya ina yaushe nawa karanta taƙaita nuna nemi duba bayyana gaya | goge cire soke rufe "
        "toshe kashe | amince karɓa haɗa wallafa raba buɗe | biya mayar saya | sake canza sabunta | aika amsa "
        "rubuta ƙirƙira ƙara | yi gyara bi",
    "yo":
        "kíni kini tani báwo ibo nígbà kílódé mélòó ka ṣàkópọ̀ fihàn wá wo ṣàlàyé sọ | paárẹ́ paarẹ yọ fagilé ti "
        "dínà | fọwọ́sí gbà dàpọ̀ tẹ̀ pín ṣí | san dá ra | yípadà túnṣe | fi_ránṣẹ́ dáhùn kọ ṣẹ̀dá fi_kún | ṣe "
        "tẹ̀lé",
    "zu":
        "ini yini ubani kanjani kuphi nini kungani zingaki funda fingqa bonisa thola hlola chaza ngitshele | susa "
        "sula khansela vala vimbela cima | gunyaza vuma hlanganisa shicilela yabelana vula | khokha buyisela "
        "thenga | shintsha buyekeza | thumela phendula bhala dala engeza | yenza lungisa landela",
    "so":
        "maxay kee sidee xagee goorma maxaa immisa akhri soo_koob tus raadi hubi sharax ii_sheeg | tirtir saar "
        "jooji xir xannib dami | ansixi aqbal daabac wadaag fur | bixi celi iibso | beddel cusboonaysii | dir "
        "jawaab qor abuur kudar | samee hagaaji raac",
    "zh":
        "什么 什麼 谁 哪 怎么 怎麼 如何 几个 多少 为什么 阅读 总结 總結 摘要 概括 查找 搜索 查看 看看 看一下 解释 "
        "解釋 比较 翻译 列出 整理出 介绍 说明 读 告诉我 告訴我 梳理 | 删 刪 移除 清除 清空 取消 撤销 撤回 撤 关闭 "
        "關閉 關掉 關了 关掉 归档 歸檔 退订 拉黑 屏蔽 封 静音 禁用 停用 停掉 扔 丢 废除 拒绝 终止 注销 退掉 停止 隐藏 "
        "去掉 下架 解约 | 批准 同意 接受 通过 合并 合併 发布 發布 公开 公開 共享 分享 开放 确认 允许 签 上线 部署 "
        "授权 | 支付 付款 付 转账 汇 退款 买 订购 下单 缴 | 重置 修改 更改 改 更新 设 調整 调整 换 移动 恢复 标记 "
        "標記 | 发送 发给 发 發送 寄 转发 回复 回覆 答复 写 創建 创建 新建 建立 开一个 提交 添加 新增 加 邀请 "
        "预订 预定 上传 评论 通知 告知 安排 起草 | 处理 處理 做 办 完成 执行 按照 解决 修 继续 搞定 是的 好的 "
        "收拾 清理 整理一下 照",
    "ja":
        "何 なに どれ どの 誰 いつ どこ なぜ いくつ どう 読んで 読み 要約 まとめ 探して 検索 調べ 確認 説明 比較 "
        "翻訳 教えて 見せて 見て 一覧 リストアップ 知りたい | 削除 消し 消す 消去 取り除 取り消 キャンセル 取消 "
        "閉じ クローズ アーカイブ 解約 退会 配信停止 ブロック ミュート 無効 止め 停止 捨て 破棄 空に 却下 断 "
        "片付け 外し 撤回 非表示 オフ 終了 | 承認 マージ 受け入れ 承諾 公開 共有 リリース 許可 確定 オープン "
        "デプロイ 署名 | 支払 払 振込 振り込 送金 返金 購入 買 注文 | リセット 変更 更新 設定 修正 移動 交換 直 "
        "復元 | 送って 送信 送る 送付 送り 転送 返信 返事 回答 書いて 書く 作成 作って 立てて 追加 招待 予約 "
        "アップロード 投稿 通知 知らせ 伝え | 対応 やって 実行 処理 解決 従 通りに 進めて 続け はい 整理",
    "ko":
        "무엇 봐줘 뭐 뭔 누구 언제 어디 왜 어떻게 얼마 몇 "
        "어떤 무슨 읽 요약 정리해 정리 보여 찾아 검색 확인 설명 비교 "
        "번역 알려 말해 목록 | 삭제 지워 지우 제거 취소 닫아 닫 종료 보관 구독 해지 차단 음소거 꺼 끄 비활성 버려 "
        "비워 철회 거절 중지 숨겨 없애 해제 폐기 | 승인 병합 머지 수락 받아들 공개 공유 게시 발행 열어 허용 서명 "
        "배포 확정 | 결제 지불 송금 환불 구매 주문 납부 입금 | 초기화 재설정 변경 바꿔 수정 업데이트 옮겨 교체 "
        "설정 표시 | 보내 발송 전송 전달 회신 답장 써 작성 만들 생성 초대 예약 업로드 댓글 추가 | 처리 해결 진행 "
        "실행 따라 고쳐 계속 네 맡아",
    "th":
        "อะไร ใคร อย่างไร ยังไง ที่ไหน เมื่อไหร่ ทำไม กี่ เท่าไหร่ ไหน อ่าน สรุป แสดง ค้นหา หา ตรวจ ดู อธิบาย "
        "เปรียบเทียบ แปล บอก บ้าง รายการ | ลบ ยกเลิก ปิด เก็บถาวร บล็อก บล็อค ปิดเสียง หยุด ทิ้ง ล้าง ถอน ปฏิเสธ "
        "ซ่อน เอาออก ระงับ เลิก | อนุมัติ ยอมรับ รับ รวม เผยแพร่ แชร์ แบ่งปัน สาธารณะ เปิด อนุญาต ยืนยัน | จ่าย "
        "ชำระ โอน คืนเงิน ซื้อ สั่งซื้อ | รีเซ็ต เปลี่ยน แก้ อัปเดต ย้าย ตั้ง | ส่ง ตอบ เขียน สร้าง เชิญ จอง "
        "อัปโหลด โพสต์ แจ้ง เพิ่ม ทำ | จัดการ ทำตาม ดำเนินการ แก้ไข ต่อ ครับทำ",
    "km":
        "អ្វី នរណា អ្នកណា យ៉ាងណា ណា ពេលណា ហេតុអ្វី ប៉ុន្មាន អាន សង្ខេប បង្ហាញ ស្វែងរក ពិនិត្យ ពន្យល់ ប្រាប់ | លុប "
        "យកចេញ បោះបង់ បិទ ទប់ស្កាត់ បញ្ឈប់ | អនុម័ត ទទួល បញ្ចូល ផ្សព្វផ្សាយ ចែករំលែក បើក | បង់ ទូទាត់ សង ទិញ | "
        "ប្តូរ កែ កំណត់ | ផ្ញើ ឆ្លើយ សរសេរ បង្កើត អញ្ជើញ បន្ថែម | ធ្វើ ដោះស្រាយ",
    "lo":
        "ຫຍັງ ໃຜ ແນວໃດ ໃສ ເມື່ອໃດ ເປັນຫຍັງ ຈັກ ອ່ານ ສະຫຼຸບ ສະແດງ ຊອກ ກວດ ອະທິບາຍ ບອກ | ລຶບ ຍົກເລີກ ປິດ ບລັອກ ຢຸດ "
        "ຖິ້ມ | ອະນຸມັດ ຍອມຮັບ ລວມ ເຜີຍແຜ່ ແບ່ງປັນ ເປີດ | ຈ່າຍ ຊຳລະ ໂອນ ຄືນ ຊື້ | ປ່ຽນ ແກ້ ຕັ້ງ | ສົ່ງ ຕອບ ຂຽນ "
        "ສ້າງ ເຊີນ ເພີ່ມ | ເຮັດ ຈັດການ",
    "my":
        "ဘာ ဘယ် ဘယ်လို ဘယ်သူ ဘယ်တော့ ဘယ်လောက် ဘာကြောင့် ဖတ် အကျဉ်းချုပ် ပြ ရှာ စစ်ဆေး ရှင်းပြ ပြော | ဖျက် ဖယ် "
        "ပယ်ဖျက် ပိတ် ရပ် ပိတ်ဆို့ | အတည်ပြု လက်ခံ ပေါင်း ထုတ်ဝေ မျှဝေ ဖွင့် | ပေးချေ ငွေ ပြန်အမ်း ဝယ် | ပြောင်း "
        "ပြင် | ပို့ ဖြေ ရေး ဖန်တီး ဖိတ် ထည့် | လုပ် ဆောင်ရွက် ဖြေရှင်း",
}
