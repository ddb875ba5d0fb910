# ruff: noqa: E501  (a table: one example, one line)
r"""Secrets known by what stands around them: a marker, then an expression for the shape.

A row of _TABLE: its rule, what the secret must look like and, where it is not 0, how many bytes before the marker the
expression may start; then a line a field:

    |marker|marker| near |word|      markers, in lower case and looked for in lower-cased text; one of the words must
                                     stand near
    expression                       bounded, tried at each marker only; its group `s` (or the whole match) is the
                                     secret.  Several lines are one; <ARG> is an argument in quotes or bare
    + example                        that matches; - one that does not.  ⏎ is an end of a line, ⇥ a tab; templates as
                                     in `formats`

What it must look like: `drawn` by a machine, `typed` by a person, `mixed` (that, and not only letters), `basic` (base64 of `user:password`),
`pair` (`user:password` with a typed password), or `any` text that is not a stand-in.
"""
from __future__ import annotations

_ARG = r"(?:'(?P<q>[^'\n]{3,128})'|\"(?P<d>[^\"\n]{3,128})\"|(?P<s>[^\s'\"<>;|&]{3,128}))"

_TABLE = r"""
private-key any
    |-----begin |
    -----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\\"',:.()\-#*|>_\[\]]{40,16000}
    + -----BEGIN RSA PRIVATE KEY-----⏎<s64>⏎<s64>⏎-----END RSA PRIVATE KEY-----
    + -----BEGIN OPENSSH PRIVATE KEY-----\n<s64>\n<s64>
    + #6 0.245 -----BEGIN PRIVATE KEY-----⏎#6 0.245 <s64>⏎#6 0.245 <s64>
    - -----BEGIN PUBLIC KEY-----⏎<s64>⏎-----END PUBLIC KEY-----
    - -----BEGIN RSA PRIVATE KEY-----⏎...⏎-----END RSA PRIVATE KEY-----
    - echo '-----BEGIN PRIVATE KEY-----' >> x
private-key-base64 any
    |ls0tls1crudjti|
    LS0tLS1CRUdJTi[A-Za-z0-9+/]{0,40}(?:UFJJVkFURSBLRVkt|QUklWQVRFIEtFWS|SSVZBVEUgS0VZ)[A-Za-z0-9+/=\-_]{20,16000}
    + KEY=LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQo<s120>
    - LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t<s120>
seed-phrase any
    |mnemonic|seed phrase|seed_phrase|recovery phrase|recovery_phrase|seed words|
    (?i:mnemonic|(?:seed|recovery)[ _](?:phrase|words))(?: is)?[\"']?[:=]? {0,3}[\"']?(?P<s>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})(?![a-z ])
    + MNEMONIC="gravity machine north sort system female filter attitude volume fold club stay"
    - a mnemonic is a short word that stands for an instruction of the machine and it helps
    - mnemonic: word word
    - seed phrase: twelve words
putty-key any
    |private-lines:|
    Private-Lines: ?\d{1,3}\s{1,2}(?P<s>[A-Za-z0-9+/=\s]{40,8000})
    + Private-Lines: 8⏎<s64>⏎<s64>
    - Private-Lines: 8
url-password pair
    |://| near |@|
    ://(?P<s>[^\s/:@\"'<>`()\[\]{},]{0,100}(?:@[\w.\-]{3,100})?:[^\s/@\"'<>`]{3,300})@[A-Za-z0-9\[$_.\-]
    + postgres://app:<A14>@db.internal:5432/x
    + smtps://me@a.example:<A14>@smtp.a.example:465
    + https://me:<A20>@github.com/x.git
    - https://user:password@host
    - http://${user}:${pass}@host
    - redis://:@localhost
    - http://a:1234/x@y
    - postgres://postgres:postgres@localhost/db
    - amqp://guest:guest@localhost
    - http://%s:%s@%s
url-token drawn
    |://| near |@|
    https?://(?P<s>[A-Za-z0-9_\-]{20,200})@(?!o\d+\.)[A-Za-z0-9.\-]
    + https://<A40>@git.example.org/x.git
    - https://<A40>@o450.ingest.sentry.example/1
    - https://<name>@host
    - https://some-organisation-name-here@dev.azure.com/x
http-basic basic
    |basic |
    [Bb]asic (?P<s>[A-Za-z0-9+/]{8,400}={0,2})(?![A-Za-z0-9+/=])
    + Authorization: Basic dXNlcjpwNHNzdzByZC1mb3ItYS10ZXN0
    - Basic understanding
    - basic authentication
    - basic initialization
bearer-token drawn
    |bearer |
    [Bb]earer (?P<s>[A-Za-z0-9_\-.=+/~]{16,4000})
    + Authorization: Bearer <A40>
    + bearer <h32>
    - Bearer $TOKEN
    - Bearer authentication_scheme
    - bearer YOUR_ACCESS_TOKEN_HERE
    - Bearer abc123
curl-user pair
    |-u|--user| near |curl|wget|http |
    (?:-u|--user)(?:[= ] {0,3})?[\"']?(?P<s>[^\s\"':]{0,100}[\"']?:[\"']?[^\s\"']{3,200})
    + curl -u 'johns:<A14>' https://x
    + curl --user admin:<A14> https://x
    + curl -u"me":"<A12>" https://x
    - docker run -u 1000:1000 image
    - curl -u $A:$B https://x
    - curl -u user:password https://x
    - curl -u 'test:test'
    - curl -u name:[PASSWORD] http://x
curl-user drawn
    |-u|--user| near |curl|
    (?:-u|--user)(?:[= ] {0,3})?[\"'](?P<s>[^\s\"':]{8,100}):[\"']
    + curl -u "<A14>:" https://x
    - curl -u "someone:" x
password-hash any
    |$1$|$5$|$6$|$8$|$9$|$y$|$2a$|$2b$|$2y$|$apr1$|$argon2id$|$argon2i$|$argon2d$|
    \$2[aby]\$\d\d\$[./A-Za-z0-9]{53}|\$(?:1|apr1)\$[./A-Za-z0-9]{2,8}\$[./A-Za-z0-9]{22}|\$[56]\$(?:rounds=\d{3,9}\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{
    43,86}|\$[89]\$[./A-Za-z0-9]{14}\$[./A-Za-z0-9]{43}|\$y\$[./A-Za-z0-9]{2,6}\$[./A-Za-z0-9]{8,86}\$[./A-Za-z0-9]{43}|\$argon2(?:id|i|d)\$v=\d{1,4}\$[a-
    z0-9=,]{5,40}\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{16,128}
    + root:$6$<A8>$<A86>:1
    + $2b$12$<A53>
    + $apr1$<A8>$<A22>
    - $1$ is a dollar
    - costs $5$ or $6$
    - $2b$12$short
password-hash any
    |pbkdf2_sha|{ssha|
    pbkdf2_sha(?:1|256|512)\$\d{3,8}\$[A-Za-z0-9]{6,32}\$[A-Za-z0-9+/=]{28,100}|\{SSHA(?:256|512)?\}[A-Za-z0-9+/=]{20,120}
    + pbkdf2_sha256$260000$<A22>$<s43>=
    + {SSHA}<s40>
    - pbkdf2_sha256(password)
kerberos-hash any
    |krb5asrep|krb5tgs|
    krb5(?:asrep|tgs)\$(?:17|18|23)\$[^\s\"']{0,160}?[0-9a-f]{24,32}\$(?P<s>[0-9a-f]{64,4000})
    + $krb5tgs$23$*me$CORP$x*$<h32>$<h80>
    - krb5asrep
    - krb5tgs$23$x
firebase-messaging-key drawn 11
    |:apa91b|
    AAAA[A-Za-z0-9_\-]{7}:APA91b[A-Za-z0-9_\-]{120,140}
    + AAAA<A7>:APA91b<b134>
    - :apa91b
hash-dump any 100
    |:::|
    [A-Za-z0-9._\-]{1,32}:\d{3,6}:(?P<s>[a-f0-9]{32}:[a-f0-9]{32}):::
    + Administrator:500:<h32>:<h32>:::
    - a:::b
slack-webhook any
    |hooks.slack.com|
    hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/(?P<s>[A-Za-z0-9+/]{30,80})
    + https://hooks.slack.com/services/T<U9>/B<U9>/<A24>
    - https://hooks.slack.com/services/TXXXXXXXX/BXXXXXXXX/XXXXXXXXXXXXXXXXXXXXXXXX
teams-webhook any
    |.office.com/webhook|
    \.office\.com/webhook(?:b2)?/(?P<s>[0-9a-fA-F\-]{36}(?:@|%40|%2540)[0-9a-fA-F\-]{36}/[A-Za-z]{3,30}/[0-9a-fA-F]{32}/[0-9a-fA-F\-]{36})
    + https://outlook.office.com/webhook/<uuid>@<uuid>/IncomingWebhook/<h32>/<uuid>
    - https://outlook.office.com/webhook/x
discord-webhook any
    |/api/webhooks/|
    /api/webhooks/\d{15,21}/(?P<s>[\w\-]{60,80})
    + https://discord.com/api/webhooks/<d18>/<b68>
    - /api/webhooks/github
zapier-webhook any
    |hooks.zapier.com|
    hooks\.zapier\.com/hooks/catch/(?P<s>\d{4,9}/[a-z0-9]{5,10})
    + https://hooks.zapier.com/hooks/catch/<d7>/<l7>
    - https://hooks.zapier.com/hooks/catch
google-chat-webhook any
    |chat.googleapis.com|
    chat\.googleapis\.com/v1/spaces/[\w\-]{6,20}/messages\?key=(?P<s>[\w\-]{30,50}&token=[\w\-%]{30,60})
    + https://chat.googleapis.com/v1/spaces/<A11>/messages?key=<b39>&token=<b43>
    - https://chat.googleapis.com/v1/spaces
google-refresh-token drawn
    |1//0|
    1//0[A-Za-z0-9_\-]{40,120}
    + 1//0<b60>
    - 1//0 = infinity
terraform-cloud-token any 14
    |.atlasv1.|
    [A-Za-z0-9]{14}\.atlasv1\.[\w\-=]{60,70}
    + <A14>.atlasv1.<b67>
    - x.atlasv1.y
azure-signature any
    |sig=| near |sv=|se=|sp=|skn=|
    sig=(?P<s>[A-Za-z0-9%+/]{40,80}(?:%3[dD]|=)?)
    + ?sv=2022-11-02&sp=r&sig=<A43>%3D
    - config=true
azure-client-secret any 4
    |q~|
    [\w~.\-]{3}[78]Q~[\w~.\-]{31,34}
    + <A3>8Q~<A34>
    - a 8Q~ b
mailchimp-key any 32
    |-us|
    [a-f0-9]{32}-us\d{1,2}(?![0-9a-z])
    + <h32>-us13
    - aws-us1
telegram-token any 10
    |:aa|
    \d{8,10}:AA[\w\-]{32,33}(?![\w\-])
    + bot <d10>:AA<b33>
    + <d10>:AA<b32>
    - 12:AA:BB:CC
truenas-key any
    |login_with_api_key|
    login_with_api_key\W{1,40}(?:params\W{1,20})?(?P<s>\d{1,3}-[A-Za-z0-9]{64})
    + "auth.login_with_api_key", "params": ["2-<A64>"]
    - login_with_api_key(client)
okta-token drawn
    |ssws |
    SSWS (?P<s>00[\w\-]{40})(?![\w\-])
    + Authorization: SSWS 00<b40>
    - SSWS 00-a-scheme
    - SSWS ${TOKEN}
maxmind-key any 36
    |_mmk|
    [A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk
    + <A6>_<A29>_mmk
    - x_mmk
newrelic-license any 36
    |nral|
    (?:[a-f0-9]{36}|[a-z]{2}\d\d[x0-9a-f]{32}|[A-F0-9a-f]{32}FFFF)NRAL
    + license_key: <h36>NRAL
    - NRAL
rapidapi-key any 43
    |jsn|
    [a-z0-9]{10}msh[a-z0-9]{15}p1[a-z0-9]{5}jsn[a-z0-9]{12}
    + <l10>msh<l15>p1<l5>jsn<l12>
    - jsn
openshift-token drawn
    |sha256~|
    sha256~[\w\-]{43}
    + sha256~<b43>
    - sha256~abc
paypal-token any
    |access_token$|
    access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}
    + access_token$production$<l16>$<h32>
    - access_token$
discord-token drawn
    |discord|
    discord[^\n]{0,60}?(?P<s>[MNO][A-Za-z0-9_\-]{23,27}\.[A-Za-z0-9_\-]{6}\.[A-Za-z0-9_\-]{27,38})(?![\w\-])
    + discord_token=M<b23>.<b6>.<b38>
    - discord: N/A
ntlm-response any
    |::|
    ::[A-Za-z0-9._\-]{0,40}:[a-fA-F0-9]{16,48}:(?P<s>[a-fA-F0-9]{32,48}:[a-fA-F0-9]{16,1000})
    + me::CORP:<h16>:<h32>:<h60>
    - std::vector<int>
sidekiq-secret any
    |contribsys__com|
    (?i:contribsys__com)[\"']?\s{0,3}[=: ]\s{0,3}[\"']?(?P<s>[a-f0-9]{8}:[a-f0-9]{8})
    + BUNDLE_ENTERPRISE__CONTRIBSYS__COM=<h8>:<h8>
    - BUNDLE_ENTERPRISE__CONTRIBSYS__COM=$X
netrc mixed
    |password |passwd | near |machine |
    pass(?:word|wd) (?P<s>\S{4,128})(?=\s|$)
    + machine x.org login me password <A14>
    - password must be set to login ok
preshared-key typed
    |psk|pre-shared|preshared|key content|sselinhalt|contenu de la cl|contenido de la clave|contenuto chiave|
    (?i:psk|pre-?shared[ _-]?key|key content|sselinhalt|contenu de la cl[^\s:]{1,3}|contenido de la clave|contenuto chiave)[ \t]{0,20}(?:[:=]{1,2}[ \t]{0,
    20}[\"']?|[\"'])(?P<s>[^\s\"'<>,;]{8,64})
    + psk = '<A10>'
    + 802-11-wireless-security.psk:   <A14>
    + Key Content            : <A14>
    + : PSK "<A12>"
    - psk = None
    - wpa_key_mgmt=WPA-PSK
    - Key Content : Absent
    - psk: string
session-cookie drawn
    |jsessionid|phpsessid|net_sessionid|connect.sid|laravel_session|
    (?<![Ss]et-[Cc]ookie: )(?i:jsessionid|phpsessid|net_sessionid|connect\.sid|laravel_session)[\"']?[ \t]{0,3}[=:][ \t]{0,3}[\"']?(?:s {0,3}:)?(?P<s>[A-Z
    a-z0-9%._\-]{16,300})
    + JSESSIONID=<U20>
    + Cookie: lang=de; PHPSESSID=<l26>
    - JSESSIONID cookie is set
    - Set-Cookie: JSESSIONID=<U20>; Path=/
    - PHPSESSID=$SESSION
session-cookie drawn
    |cookie:|
    (?<![Ss]et-)[Cc]ookie:[ \t]{0,3}(?:[^\n]{0,400}?; ?)?[\w.\-]{0,40}(?i:sess|sid|auth|token|jwt|remember|login)[\w.\-]{0,40}=(?:s {0,3}:)?(?P<s>[A-Za-z0
    -9%._\-+/]{16,4000})
    + Cookie: session=<A24>
    + cookie: lang=de; app.sid=s%3A<A24>
    - Cookie: lang=en-US; tz=UTC
    - Set-Cookie: session=<A24>
    - Cookie: session=<value>
session-cookie drawn
    |"value"| near |"httponly"|"domain"|"samesite"|
    \"[Vv]alue\"\s{0,3}:\s{0,3}\"(?P<s>[^\"\s]{16,4000})\"
    + [{"name":"sid","value":"<A24>","domain":"a.example"}]
    - {"name":"theme","value":"dark","domain":"a.example"}
    - {"value": "<A24>"}
session-cookie drawn 100
    |⇥true⇥|⇥false⇥|
    \t(?:TRUE|FALSE)\t/[^\t\n]{0,100}\t(?:TRUE|FALSE)\t\d{1,12}\t[^\t\n]{0,60}(?i:sess|sid|auth|token|jwt|remember|login)[^\t\n]{0,60}\t(?P<s>[^\s]{16,400
    0})
    + a.example⇥TRUE⇥/⇥TRUE⇥1790000000⇥sessionid⇥<A24>
    - a.example⇥TRUE⇥/⇥TRUE⇥0⇥theme⇥dark
    - x⇥TRUE⇥y
private-jwk drawn
    |"d"| near |"kty"|
    \"d\"\s{0,3}:\s{0,3}\"(?P<s>[A-Za-z0-9_\-]{32,1200})\"
    + {"kty":"EC","crv":"P-256","d":"<b43>"}
    - {"kty":"RSA","n":"<b43>","e":"AQAB"}
    - {"d": "<b43>"}
wallet-keystore any
    |"ciphertext"| near |"kdf"|
    \"ciphertext\"\s{0,3}:\s{0,3}\"(?P<s>[0-9a-f]{32,200})\"
    + {"crypto":{"ciphertext":"<h64>","kdf":"scrypt"}}
    - {"ciphertext":"<h64>"}
    - "ciphertext": "abc", "kdf": "scrypt"
recovery-code any
    |recovery key|recovery code|backup code|license key|licence key|product key|activation key|activation code|
    (?i:recovery key|recovery code|backup code|licen[sc]e key|product key|activation key|activation code)s?\W{1,6}(?P<s>(?:[A-Z0-9]{4,8}-){3,7}[A-Z0-9]{4,
    8}|[a-z0-9]{4,6}-[a-z0-9]{4,6}(?:[\s,]{1,2}[a-z0-9]{4,6}-[a-z0-9]{4,6}){2,20})(?![\w\-])
    + Recovery key: <U4>-<U4>-<U4>-<U4>-<U4>-9K4Q
    + backup codes: a1<l2>-<l4> b2<l2>-<l4> c3<l2>-<l4> d4<l2>-<l4>
    + GitHub recovery codes⏎8f<h3>-c9<h3>⏎77<h3>-41<h3>⏎d0<h3>-9e<h3>⏎
    - license key: XXXXX-XXXXX-XXXXX-XXXXX-XXXXX
    - Recovery codes can be downloaded once
device-password mixed
    |password 7 |server community |
    (?i:password 7 (?P<q>[0-9A-F]{8,64})|server community (?P<s>[^\s<>]{6,64}) R[OW])
    + username a password 7 08<d12>
    + snmp-server community <A12> RO
    - password 7 characters
    - snmp-server community <string> RO
cli-password typed
    |psexec|
    (?i:psexec)[^\n]{0,120}? -p {1,3}<ARG>
    + psexec \\10.0.0.9 -u admin -p <A10> cmd
    - psexec \\host -u me -p $Password cmd
    - psexec -p %nothing%
cli-password typed
    |sshpass|plink |pscp |
    (?:sshpass {1,3}-p|p(?:link|scp) [^\n]{0,120}?-pw) {0,3}<ARG>
    + sshpass -p '<A12>' ssh host
    + plink -pw <A12> me@host
    - sshpass -p "$PW" ssh host
    - sshpass -e ssh
cli-password typed
    |docker login|podman login|oc login|az login|helm registry|
    (?:docker|podman|oc|az|helm registry)(?: registry)? login [^\n|]{0,160}?(?:-p|--password)[= ] {0,3}<ARG>
    + docker login -u me -p <A14> reg.io
    - docker login -u me --password-stdin
    - docker login -u me -p $TOKEN
azure-key any 80
    |jqqj9|azdo|azfu|
    [A-Za-z0-9]{52}JQQJ9(?:9|D)[A-Za-z0-9]{18,30}|[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}|[A-Za-z0-9_\-]{44}AzFu[A-Za-z0-9\-_]{5}[AQgw]==
    + <A52>JQQJ99<A26>
    + <A76>AZDO<A4>
    - JQQJ99
    - AZDO
cli-password typed
    |mysql|mongo|mariadb|
    (?:(?:mysql(?:dump|admin)?|mariadb) [^\n|]{0,120}?-p|mongo(?:sh|dump|restore)? [^\n|]{0,120}?-p {1,3})<ARG>
    + mysql -u root -p<A12> db
    + mongosh -u me -p '<A12>' host
    - mysql -u root -p db
    - mysql -u root -p$PW
    - mysql -h x -P 3306
cli-password typed
    |net use|rdesktop|smbclient|redis-cli|ldapsearch|htpasswd|unzip -p|-passin|-passout|sqlcmd|7z a|7z x|
    (?:net use [^\n]{0,100}?/user:\S{1,60} {1,3}|rdesktop [^\n]{0,160}?-p {1,3}|smbclient [^\n]{0,160}?-U {0,3}['\"]?[^\s%'\"]{1,60}%|redis-cli [^\n|]{0,1
    20}?-a {1,3}|ldapsearch [^\n]{0,200}?-w {1,3}|htpasswd -[a-zA-Z]{0,4}b[a-zA-Z]{0,4} {1,3}\S{1,80} {1,3}\S{1,60} {1,3}|unzip -P {0,3}|-pass(?:in|out) {
    1,3}pass:|sqlcmd [^\n]{0,160}?-P {0,3}|7z [ax] [^\n]{0,100}?-p)<ARG>
    + net use z: \\host\x /user:me <A12>
    + openssl rsa -passin pass:<A12> -p
    + smbclient //h/s -U 'me%<A12>'
    + redis-cli -h x -a <A16> ping
    - net use z: /delete
    - openssl rsa -passin pass:$PW
    - ldapsearch -x -W
    - ldapsearch -w $PW
secure-string typed
    |to-securestring|
    (?i:to-securestring) (?:-String )?[\"'](?P<s>[^\"'\n]{4,128})[\"']
    + ConvertTo-SecureString '<A12>' -AsPlainText
    - ConvertTo-SecureString $pw
sql-password mixed
    |identified by|
    (?i:identified by) {1,3}[\"'](?P<s>[^\s\"';]{4,128})
    + IDENTIFIED BY '<A14>';
    - identified by their name
"""


def _shown(text: str) -> str:
    return text.replace("⏎", "\n").replace("⇥", "\t")


def _rows() -> tuple[tuple[str, tuple[str, ...], int, tuple[str, ...], str, str, tuple[str, ...], tuple[str, ...]], ...]:
    rows: list[list[str]] = []
    for line in _TABLE.strip().split("\n"):
        rows += [[]] * (line[:1] != " ")
        rows[-1] = [*rows[-1], line.strip()]
    found = []
    for head, marks, *rest in rows:
        rule, look, lead = (*head.split(), "0")[:3]
        markers, near = ([*filter(None, _shown(part).split("|"))] for part in (f"{marks} near ").split(" near ")[:2])
        yes, no = ([_shown(line[2:]) for line in rest if line[:2] == sign] for sign in ("+ ", "- "))
        expression = "".join(line for line in rest if line[:2] not in ("+ ", "- ")).replace("<ARG>", _ARG)
        found.append((rule, tuple(markers), int(lead), tuple(near), look, expression, tuple(yes), tuple(no)))
    return tuple(found)


# (rule, markers, bytes before the marker, words near it, look, expression, examples, what is like them and is none)
SHAPES = _rows()
