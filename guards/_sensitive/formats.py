r"""A secret is known by its provider's head and a drawn rest, or by a mark that stands beside it.

A value is told by its letters: drawn by a machine, chosen by a person, or put there to be replaced.
Cannot see: a token without a head, a mark or a name; one cut in two; a secret made of plain words.
"""

from guards import Spans
from guards._text import DIGITS, WORD, Form

HEX = f"{DIGITS}abcdefABCDEF-"
# Heads of tokens: name | least length of the rest | signs in it beside letters and digits | heads.
HEADS = """
aws-access-key|16||AKIA ASIA ABIA ACCA
aws-bedrock-key|50|+/=|ABSK bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t
google-key|28|-_|AIza GOCSPX- ya29.
digitalocean-token|64||dop_v1_ doo_v1_ dor_v1_
fly-token|43|-_+/=,|fo1_ fm1_ fm2_ fm1a_ fm1r_ fm2a_ fm2r_
github-token|36||ghp_ gho_ ghr_ ghs_ ghu_
github-token|60|_|github_pat_
gitlab-token|20|-_.|glpat- gldt- glft- glrt- glimt- glsoat- glffct- glwt- glptt- glagent- gloas- glcbt-
npm-token|36||npm_
docker-token|27|-_|dckr_pat_ dckr_oat_
vendor-key|26||API- lin_api_ sb_secret_
pypi-token|50|-_|pypi-A
databricks-token|32||dapi dose dsapi
sourcegraph-token|40|_|sgp_ slk_
anthropic-key|80|-_|sk-ant-
openai-key|36|-_|sk-proj- sk-svcacct- sk-service- sk-admin-
model-key|32||sk-or-v1- sk- sk_ xai-
perplexity-key|32||pplx-
model-key|48|-_|nvapi- pcsk_
huggingface-token|34||hf_ api_org_
slack-token|20|-.|xoxb- xoxp- xoxa- xoxo- xoxr- xoxs- xoxc- xoxe- xoxe.xoxb- xoxe.xoxp- xapp-
sendgrid-key|33|-_.|SG.
mailgun-key|32||key- pubkey-
notion-token|43||ntn_ secret_
atlassian-token|24|-_=|ATATT3 ATCTT3 ATSTT3 ATBB
figma-token|38|-_|figd_ figu_ figo_ figdr_ figdh_ figur_ figuh_ figor_ figoh_
hubspot-token|37|-|pat-na pat-eu pat-ap
sentry-token|60|_+/=|sntrys_eyJ sntryu_
grafana-token|32|_+/=|glc_ glsa_ eyJrIjoi
newrelic-key|19|-_|NRAK- NRAA- NRRA- NRSP- NRJS- NRBR- NRII- NRIQ-
stripe-key|10||rk_live_ rk_test_ rk_prod_ sk_live_ sk_test_ sk_prod_
webhook-secret|24|+/=|whsec_
square-token|22|-_|EAAA sq0atp- sq0csp-
facebook-token|80||EAA
shopify-token|30||shpat_ shpca_ shppa_ shpss_ shptka_ shpua_ shprt_
vault-token|24|-_|hvs. hvr. hvb.
tailscale-key|14|-|tskey-
twilio-key|32||SK
tavily-key|20|-_|tvly-
doppler-token|40|._-|dp.
postman-key|59|-|PMAK-
dynatrace-token|89|.|dt0c dt0s
dropbox-token|100|-_.=|sl.
age-key|58||AGE-SECRET-KEY-1
1password-key|38|-_+/=|ops_eyJ A3-
jwt|30|-_.=|eyJhbGci eyJ0eXAi eyJraWQi eyJ4NXQi ewogI ZXlK
"""
# name | look | marks | characters before the mark | expression.  Its last group, or all of it, is the secret, if it has
# the look: `drawn` by a machine, `typed` by a person, of `words`, `any` but a stand-in.  `a&b&c`: the mark a with b or c
# near it, in small letters.  Typed ones and words are looked for everywhere, all others before long words with a digit.
SHAPES = r"""
private-key|any|-----begin |0|-----BEGIN[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){20,16000}(?:-----END[ A-Z0-9]{0,60}-----)?
private-key|any|ls0tls1crudjti|0|LS0tLS1CRUdJTi[A-Za-z0-9+/]{0,40}(?:UFJJVkFURSBLRVkt|QUklWQVRFIEtFWS|SSVZBVEUgS0VZ)[\w+/=\-]{20,16000}
private-key|any|private-lines:|0|Private-Lines: ?\d{1,3}\s{1,2}([A-Za-z0-9+/=\s]{40,8000})
private-key|drawn|"kty"|400|"d"\s{0,3}:\s{0,3}"([\w\-]{32,1200})"
url-password|typed|://&@|0|://(?:[^\s/:@"'<>`()\[\]{},]{0,100}(?:@[\w.\-]{3,100})?:)([^\s/@"'<>`]{3,300})@[A-Za-z0-9\[$_.\-]
url-token|drawn|://&@|5|https?://([\w\-]{20,200})@(?!o\d+\.)[A-Za-z0-9.\-]
http-basic|drawn|basic |0|basic ([A-Za-z0-9+/]{16,400}={0,2})(?![A-Za-z0-9+/=])
bearer-token|drawn|bearer |0|bearer ([\w\-.=+/~]{16,4000})
curl-user|typed|curl& -u& --user|0|curl[^\n]{0,300}? (?:-u|--user)[= ]{0,3}["']?[^\s"':]{0,100}["']?:["']?([^\s"']{3,200})
cli-password|typed| -p&psexec&sshpass&mysql&mariadb&mongo&plink&pscp&login&pass:|90|(?:psexec[^\n]{0,60}? -p {1,3}|sshpass {1,3}-p ?|p(?:link|scp) [^\n]{0,60}?-pw {0,3}|(?:mysql(?:dump|admin)?|mariadb) [^\n|]{0,60}?-p|mongo(?:sh|dump|restore)? [^\n|]{0,60}?-p {1,3}|login [^\n|]{0,60}?-p {1,3}|-pass(?:in|out) {1,3}pass:)["']?([^\s'"<>;|&]{3,128})
password-hash|any|$1$,$5$,$6$,$8$,$9$,$y$,$2a$,$2b$,$2y$,$apr1$,$argon2|0|\$2[aby]\$\d\d\$[./a-z0-9]{53}|\$(?:1|apr1)\$[./a-z0-9]{2,8}\$[./a-z0-9]{22}|\$[56]\$(?:rounds=\d{3,9}\$)?[./a-z0-9]{1,16}\$[./a-z0-9]{43,86}|\$[89]\$[./a-z0-9]{14}\$[./a-z0-9]{43}|\$y\$[./a-z0-9]{2,6}\$[./a-z0-9]{8,86}\$[./a-z0-9]{43}|\$argon2i?d?\$v=\d{1,4}\$[a-z0-9=,]{5,40}\$[a-z0-9+/]{11,64}\$[a-z0-9+/]{16,128}
webhook|any|hooks.slack|0|hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/]{30,80})
webhook|any|.com/webhook,/webhooks/|14|office\.com/webhook(?:b2)?/([\w@%/\-]{60,200})|/api/webhooks/\d{15,21}/([\w\-]{60,80})
azure-signature|any|sig=&se=|0|sig=([A-Za-z0-9%+/]{40,80}(?:%3[dD]|= {0,2})?)
azure-key|any|q~|5|[\w~.\-]{3}[78]Q~[\w~.\-]{31,34}
terraform-token|any|.atlasv1.|14|[A-Za-z0-9]{14}\.atlasv1\.[\w\-=]{60,70}
newrelic-key|any|nral|38|[a-f0-9]{36}NRAL|[a-z]{2}\d\d[x0-9a-f]{32}NRAL|[A-F0-9a-f]{32}FFFFNRAL
telegram-token|any|:aa|10|\d{8,10}:AA[\w\-]{32,33}(?![\w\-])
google-key|drawn|1//0|0|1//0[\w\-]{40,120}
discord-token|drawn|discord|0|discord[^\n]{0,60}?([MNO][\w\-]{23,27}\.[\w\-]{6}\.[\w\-]{27,38})(?![\w\-])
netrc-password|typed|machine |0|machine \S{1,100}\s{1,9}login \S{1,100}\s{1,9}password (\S{4,128})
pgpass-line|typed|:5432:|100|(?<!\S)[^\s:/#\"']+:[\d*]+:[^:\s]*:[^:\s/]*:(\S{4,})
recovery-codes|typed|recovery codes|0|recovery codes\W{1,9}((?:[a-z0-9]{4,6}-[a-z0-9]{4,6}\s{0,4}){4,20})
otp-secret|any|otpauth:|0|otpauth://[^\s"'<>]{1,200}?secret=([A-Za-z2-7]{16,128})
stated-password|typed|wifi:,;pwd=,password: ,pass phrase |0|WIFI:[^\n]{0,120}?;P:([^;\s]{8,63});|;pwd=([^;"'\s]{4,128})|password: [>\x7c][-+]?\n\s{1,40}(\S{4,128})\s*(?:\n|\Z)|pass phrase:? (?=\S*\d)([^\s,;]{8,64})
seed-phrase|words|mnemonic,seed phrase|0|(?:mnemonic|(?:seed|recovery) phrase)["']?(?: is)? ?[:=]? {0,3}["']?([a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})(?![a-z ])
"""
# The first two characters of a token -> (name, least, signs, head); filled once.
BEGINS: dict[str, list[tuple[str, int, str, str]]] = {}
IGNORING = 258  # re.ASCII | re.IGNORECASE
TRIES = 2000  # of one expression in one text
# The commonest pairs of letters of English words: three quarters of the pairs in words, a fifth of those in random letters.
PAIRS = frozenset(
    """th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra ld ur ro ri io ic
    ne me ll co ma om ch ce li la el us ut ac ta no ec ca di ns ge il ho us tr ss am ot ul em ai wa we lo ly na mo pe ke nc ey id pr
    po ad ct un os su pl ag be ee fi fo gi ig im ir iv ol oo op ow pa rt sh so sp ts up wh wi wo ay da do ex go if ki lt lu mi mp mu
    ob od og pt sc ty ue um va ab ap ba bi bl bo br bu ck cl cr cu""".split()
)
# Somebody is meant to put a value here.
STAND_INS = tuple(
    """xxxx your example changeme change_me change-me placeholder replace redacted dummy insert todo ${ {{ $( %( ... **** #### ____
    sample notreal not-real foobar <% %> goes-here goes_here fake mock removed hidden masked process.env environ getenv string
    undefined secretkey publishable pk_live pk_test 12345678-1234 123456789 abcdefgh abcd1234 deadbeef cafebabe qwerty lorem 00000000""".split()
)
# What stands for a password in documentation, and the defaults that everybody knows.
DEFAULTS = frozenset(
    """password passwd pass pwd secret token user username admin root guest test testing postgres mysql mongo redis rabbitmq none null
    nil true false required optional yes empty default value text str bool number object any unknown invalid wrong missing demo dev
    local localhost foo bar baz abc123 pass123 key apikey api_key login mypassword mysecret password1 password123 test123 testpass
    changeit stdin env file prompt confirm reset hash encrypted credentials authorization basic bearer docker minioadmin port host""".split()
)


def find_tokens(text: str, words: list[int]) -> Spans:
    """(name, start, end) of every word that begins as a provider's tokens do."""
    for row in HEADS.strip().split("\n") if words and not BEGINS else ():
        name, size, signs, heads = row.split("|")
        for head in heads.split():
            BEGINS.setdefault(head[:2], []).append((name, int(size), WORD + signs, head))
    for start in words:
        for name, least, signs, head in BEGINS.get(text[start : start + 2], ()):
            rest = text[start + len(head) : start + 8000]
            tail = rest[: len(rest) - len(rest.lstrip(signs))].rstrip(".,")
            if text.startswith(head, start) and len(tail) >= least and is_drawn(tail, True):
                yield name, start, start + len(head) + len(tail)
                break


def find_shapes(text: str, low: str, near: str) -> Spans:
    """(name, start, end) of every secret beside a mark; spans may overlap.  `near`: what stands before long words."""
    for (name, look, marks, lead, _), form in FORMS:
        where = low if look in ("typed", "words") else near
        for mark, *beside in [one.split("&") for one in marks.split(",") if where]:
            at, done, tries = low.find(mark) if mark in where else -1, 0, 0
            while at >= 0 and tries < TRIES:
                window, first = low[max(0, at - 90) : at + 400], max(done, at - int(lead))
                match = None
                if at >= done and (not beside or any([one in window for one in beside])):
                    match = (
                        form.search(text, first, at + 400) if first < at else form.match(text, at)
                    )
                if match:
                    done, group = match.end(), match.lastindex or 0
                    if LOOKS.get(look, is_real)(match[group].strip("\"'{}>")):
                        yield name, *match.span(group)
                at, tries = low.find(mark, at + len(mark)), tries + 1


def count_digits(text: str) -> int:
    return sum([one.isdigit() for one in text])


def is_wordy(text: str) -> bool:
    """Do the letters follow each other as they do in words?"""
    pairs = [a + b for a, b in zip(text.lower(), text.lower()[1:])]
    letters = [pair for pair in pairs if pair.isalpha()]
    if len(letters) < 5 or 2 * len(letters) < len(pairs):
        return False
    return sum([pair in PAIRS for pair in letters]) > 0.58 * len(letters)


def is_real(text: str) -> bool:
    """No placeholder, template, or one character again and again; nothing that counts up: a1b2c3d4e5."""
    low = text[:300].lower()
    signs = sorted(filter(str.isalnum, low), key=str.isdigit)
    steps = sum([ord(b) - ord(a) == 1 for a, b in zip(signs, signs[1:])])
    if len(set(low)) <= max(2, min(len(low) // 5, 4)) or (len(low) > 5 and 2 * steps > len(low)):
        return False
    begun = low.startswith(tuple("< my- my_ some enter".split()))
    return not (begun or any([one in low for one in STAND_INS]))


def is_drawn(text: str, words: bool = False) -> bool:
    """Could a machine have drawn this?  Varied enough, no stand-in; no words unless they are allowed."""
    text = text[:200]
    digits, is_hex = count_digits(text), not text.strip(HEX)
    most = 8 if is_hex or len(text) < 12 else 10
    if len(text) < 8 or digits == len(text) or len(set(text)) < most or not is_real(text):
        return False
    return is_hex or (words and digits > 1) or not is_wordy(text)


def is_typed(text: str) -> bool:
    """Could a person have chosen this as a password?  No stand-in, default, variable, expression or path."""
    if not 4 <= len(text) <= 200 or text.lower() in DEFAULTS or " " in text or "://" in text:
        return False
    if text[0] in "$%<{[(!" and (text[1:2].isalpha() or not count_digits(text)):
        return False
    call = text[-1] in "([{" or ("(" in text and ")" in text)
    return not call and not (text.isdigit() and len(text) < 6) and is_real(text)


LOOKS = {"drawn": is_drawn, "typed": is_typed}
ROWS = [row.split("|", 4) for row in SHAPES.strip().split("\n")]
FORMS = [(row, Form(row[4], IGNORING)) for row in ROWS]
