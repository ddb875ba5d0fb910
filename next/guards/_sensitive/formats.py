r"""A secret is known by its provider's head and a drawn rest, or by a mark that stands beside it; an expression is compiled when needed.

A value is told by its letters: drawn by a machine, chosen by a person, or put there to be replaced.

Cannot see: a token without a head, a mark or a name; one cut in two; a secret made of plain words.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

DIGITS, WORD = "0123456789", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
HEX = DIGITS + "abcdefABCDEF-"
# Heads of tokens: name | least length of the rest | signs in it beside letters and digits | heads.
HEADS = """
aws-access-key|16||AKIA ASIA ABIA ACCA
aws-bedrock-key|50|+/=|ABSK bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t
google-key|28|-_|AIza GOCSPX- ya29.
digitalocean-token|64||dop_v1_ doo_v1_ dor_v1_
heroku-key|36|-_|HRKU-
fly-token|43|-_+/=,|fo1_ fm1_ fm2_ fm1a_ fm1r_ fm2a_ fm2r_
github-token|36||ghp_ gho_ ghr_ ghs_ ghu_
github-token|60|_|github_pat_
gitlab-token|20|-_.|glpat- gldt- glft- glrt- glimt- glsoat- glffct- glwt- glptt- glagent- gloas- glcbt-
npm-token|36||npm_
pypi-token|50|-_|pypi-A
artifactory-key|59||AKC cmVmd
databricks-token|32||dapi dose dsapi
sourcegraph-token|40|_|sgp_ slk_
anthropic-key|80|-_|sk-ant-
openai-key|40|-_|sk-proj- sk-svcacct- sk-service- sk-admin-
model-key|32||sk-or-v1- sk- sk_ xai- pplx-
model-key|48|-_|nvapi- pcsk_
huggingface-token|34||hf_ api_org_
tavily-key|20|-_|tvly-
slack-token|20|-.|xoxb- xoxp- xoxa- xoxo- xoxr- xoxs- xoxc- xoxe- xoxe.xoxb- xoxe.xoxp- xapp-
sendgrid-key|33|-_.|SG.
mailgun-key|32||key- pubkey-
notion-token|43||ntn_ secret_
atlassian-token|24|-_=|ATATT3 ATCTT3 ATSTT3 ATBB
figma-token|38|-_|figd_ figu_ figo_ figdr_ figdh_ figur_ figuh_ figor_ figoh_
airtable-token|76|.|pat
hubspot-token|37|-|pat-na pat-eu pat-ap
sentry-token|60|_+/=|sntrys_eyJ sntryu_
grafana-token|32|_+/=|glc_ glsa_ eyJrIjoi
newrelic-key|19|-_|NRAK- NRAA- NRRA- NRSP- NRJS- NRBR- NRII- NRIQ-
stripe-key|10||rk_live_ rk_test_ rk_prod_ sk_live_ sk_test_ sk_prod_
webhook-secret|24|+/=|whsec_
square-token|22|-_|EAAA sq0atp- sq0csp-
facebook-token|80||EAA
shopify-token|30||shpat_ shpca_ shppa_ shpss_ shptka_ shpua_ shprt_
adobe-secret|32|-_|p8e-
vault-token|24|-_|hvs. hvr. hvb.
tailscale-key|14|-|tskey-
mapbox-token|50|-_.|sk.eyJ tk.eyJ
salesforce-token|53|!._-=|00D
twilio-key|32||SK
doppler-token|40|._-|dp.
postman-key|59|-|PMAK-
dynatrace-token|89|.|dt0c dt0s
dropbox-token|100|-_.=|sl.
age-key|58||AGE-SECRET-KEY-1
1password-key|38|-_+/=|ops_eyJ A3-
jwt|30|-_.=|eyJhbGci eyJ0eXAi eyJraWQi eyJ4NXQi ewogI ZXlK
"""
# name | look | marks | characters before the mark | expression.  Its last group, or all of it, is the secret, if it has the look:
# `drawn` by a machine, `typed` by a person, `any` but a stand-in.  `a&b`: the mark a with b not far from it, in small letters.
SHAPES = r"""
private-key|any|-----begin |0|-----BEGIN[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){20,16000}(?:-----END[ A-Z0-9]{0,60}-----)?
private-key|any|ls0tls1crudjti|0|LS0tLS1CRUdJTi[A-Za-z0-9+/]{0,40}(?:UFJJVkFURSBLRVkt|QUklWQVRFIEtFWS|SSVZBVEUgS0VZ)[\w+/=\-]{20,16000}
private-key|any|private-lines:|0|Private-Lines: ?\d{1,3}\s{1,2}([A-Za-z0-9+/=\s]{40,8000})
private-key|drawn|"kty"|400|"d"\s{0,3}:\s{0,3}"([\w\-]{32,1200})"
url-password|typed|://&@|0|://(?:[^\s/:@"'<>`()\[\]{},]{0,100}(?:@[\w.\-]{3,100})?:)([^\s/@"'<>`]{3,300})@[A-Za-z0-9\[$_.\-]
url-token|drawn|://&@|5|https?://([\w\-]{20,200})@(?!o\d+\.)[A-Za-z0-9.\-]
http-basic|drawn|basic |0|basic ([A-Za-z0-9+/]{16,400}={0,2})(?![A-Za-z0-9+/=])
bearer-token|drawn|bearer |0|bearer ([\w\-.=+/~]{16,4000})
curl-user|typed|curl& -u,curl& --user,wget& --user|0|(?:curl|wget)[^\n]{0,300}? (?:-u|--user)[= ]{0,3}["']?[^\s"':]{0,100}["']?:["']?([^\s"']{3,200})
curl-user|drawn|curl& -u,curl& --user|0|curl[^\n]{0,300}? (?:-u|--user)[= ]{0,3}["']([^\s"':]{8,100}):["']
cli-password|typed| -p&psexec, -p&sshpass, -p&mysql, -p&mariadb, -p&mongo, -p&plink, -p&pscp, -p&login, -p&pass:|90|(?:psexec[^\n]{0,60}? -p {1,3}|sshpass {1,3}-p ?|p(?:link|scp) [^\n]{0,60}?-pw {0,3}|(?:mysql(?:dump|admin)?|mariadb) [^\n|]{0,60}?-p|mongo(?:sh|dump|restore)? [^\n|]{0,60}?-p {1,3}|login [^\n|]{0,60}?-p {1,3}|-pass(?:in|out) {1,3}pass:)["']?([^\s'"<>;|&]{3,128})
password-hash|any|$|0|\$2[aby]\$\d\d\$[./a-z0-9]{53}|\$(?:1|apr1)\$[./a-z0-9]{2,8}\$[./a-z0-9]{22}|\$[56]\$(?:rounds=\d{3,9}\$)?[./a-z0-9]{1,16}\$[./a-z0-9]{43,86}|\$[89]\$[./a-z0-9]{14}\$[./a-z0-9]{43}|\$y\$[./a-z0-9]{2,6}\$[./a-z0-9]{8,86}\$[./a-z0-9]{43}|\$argon2i?d?\$v=\d{1,4}\$[a-z0-9=,]{5,40}\$[a-z0-9+/]{11,64}\$[a-z0-9+/]{16,128}
webhook|any|hooks.slack|0|hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/]{30,80})
webhook|any|.com/webhook,/webhooks/|14|office\.com/webhook(?:b2)?/([\w@%/\-]{60,200})|/api/webhooks/\d{15,21}/([\w\-]{60,80})
azure-signature|any|sig=&se=|0|sig=([A-Za-z0-9%+/]{40,80}(?:%3[dD]|= {0,2})?)
azure-key|any|q~|5|[\w~.\-]{3}[78]Q~[\w~.\-]{31,34}
azure-key|any|jqqj9|80|[A-Za-z0-9]{52}JQQJ9[9D][A-Za-z0-9]{18,30}
terraform-token|any|.atlasv1.|14|[A-Za-z0-9]{14}\.atlasv1\.[\w\-=]{60,70}
newrelic-key|any|nral|38|[a-f0-9]{36}NRAL|[a-z]{2}\d\d[x0-9a-f]{32}NRAL|[A-F0-9a-f]{32}FFFFNRAL
openshift-token|drawn|sha256~|0|sha256~[\w\-]{43}
telegram-token|any|:aa|10|\d{8,10}:AA[\w\-]{32,33}(?![\w\-])
google-key|drawn|1//0|0|1//0[\w\-]{40,120}
okta-token|drawn|ssws|0|ssws (00[\w\-]{40})(?![\w\-])
discord-token|drawn|discord|0|discord[^\n]{0,60}?([MNO][\w\-]{23,27}\.[\w\-]{6}\.[\w\-]{27,38})(?![\w\-])
netrc-password|typed|machine |0|machine \S{1,100}\s{1,9}login \S{1,100}\s{1,9}password (\S{4,128})
seed-phrase|any|mnemonic,seed phrase,recovery phrase|0|(?:mnemonic|(?:seed|recovery) phrase)["']?(?: is)? ?[:=]? {0,3}["']?([a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})(?![a-z ])
secure-string|typed|to-securestring|0|to-securestring (?:-String )?["']([^"'\n]{4,128})["']
"""
# Parts of a name before a drawn rest that say key, and that say that it is public or an identifier.
KEY_PARTS = frozenset(
    """sk rk pat tok token key apikey secret live prod sandbox api oat svc personal access sbx cli
    webhook sec""".split()
)
NO_KEY = frozenset(
    """pk pub public publishable id ids file req msg hash sha sha1 sha256 sha384 sha512 md5 commit
    build run job chatcmpl call toolu resp rs fc asst thread cus acct evt bedrock""".split()
)
# The first two characters of a token -> (name, least, signs, head); filled once.
BEGINS: dict[str, list[tuple[str, int, str, str]]] = {}
TRIES = 2000  # of one expression in one text
# The commonest pairs of letters of English words: three quarters of the pairs in words, a fifth of those in random letters.
PAIRS = frozenset(
    """th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra ld ur ro ri
    io ic ne me ll co ma om ch ce li la el us ut ac ta no ec ca di ns ge il ho us tr ss am ot ul em ai wa we lo ly na mo pe ke nc
    ey id pr po ad ct un os su pl ag be ee fi fo gi ig im ir iv ol oo op ow pa rt sh so sp ts up wh wi wo ay da do ex go if ki lt
    lu mi mp mu ob od og pt sc ty ue um va ab ap ba bi bl bo br bu ck cl cr cu""".split()
)
# Somebody is meant to put a value here.
STAND_INS = tuple(
    """xxxx your example changeme change_me change-me placeholder replace redacted dummy insert todo ${ {{ $( ... **** #### ____
    sample notreal not-real foobar <% %> goes-here goes_here fake mock removed hidden masked
    process.env environ getenv string undefined secretkey 12345678-1234 123456789 abcdefgh abcd1234 deadbeef cafebabe qwerty
    lorem 00000000""".split()
)
# What stands for a password in documentation, and the defaults that everybody knows.
DEFAULTS = frozenset(
    """password passwd pass pwd secret token user username admin root guest test testing postgres mysql mongo redis rabbitmq none
    null nil true false required optional yes empty default value text str bool number object any unknown invalid wrong missing
    demo dev local localhost foo bar baz abc123 pass123 key apikey api_key login mypassword mysecret password1 password123
    test123 testpass changeit stdin env file prompt confirm reset hash encrypted credentials authorization basic bearer docker
    minioadmin port host""".split()
)


def compile_once(expression: str, ignore_case: bool = False) -> re.Pattern[str]:
    """The expression; `re` is loaded when the first is needed, and keeps them."""
    import re

    return re.compile(expression, re.ASCII | re.IGNORECASE if ignore_case else re.ASCII)


def find_tokens(text: str, words: list[tuple[int, int]]) -> Iterator[tuple[str, int, int]]:
    """(name, start, end) of every word that begins as a provider's tokens do, or has the form that many have."""
    for row in HEADS.strip().split("\n") if not BEGINS else ():
        name, size, signs, heads = row.split("|")
        for head in heads.split():
            BEGINS.setdefault(head[:2], []).append((name, int(size), signs, head))
    for start, end in words:
        for name, least, signs, head in BEGINS.get(text[start : start + 2], ()):
            if text.startswith(head, start):
                rest = text[start + len(head) : start + 8000]
                tail = rest[: len(rest) - len(rest.lstrip(WORD + signs))].rstrip(".,")
                if len(tail) >= least and is_drawn(tail, True):
                    yield name, start, start + len(head) + len(tail)
                    break
        else:
            word = text[start:end].rstrip(".") if end - start < 200 else ""
            if has_key_name(word):
                yield "api-key", start, start + len(word)


def has_key_name(word: str) -> bool:
    """A short name that says what it is (`live`, `pat`) and a drawn rest."""
    for sign in "_-":
        head, _, tail = word.rpartition(sign)
        parts = head.lower().replace("-", "_").split("_")
        if len(tail) > 19 and tail.isalnum() and len(head) < 32 and head[:1].isalpha():
            return NO_KEY.isdisjoint(parts) and not KEY_PARTS.isdisjoint(parts) and is_key(tail)
    return False


def find_shapes(text: str, low: str, marks: list[str]) -> Iterator[tuple[str, int, int]]:
    """(name, start, end) of every secret beside one of these marks; spans may overlap."""
    looks = {"drawn": is_drawn, "typed": is_typed}
    for row in SHAPES.strip().split("\n"):
        name, look, own, lead, expression = row.split("|", 4)
        for mark, _, beside in [one.partition("&") for one in own.split(",")]:
            at, done, tries = low.find(mark) if mark in marks else -1, 0, 0
            while at >= 0 and tries < TRIES:
                tries += 1
                if at >= done and beside in low[max(0, at - 90) : at + 400]:
                    first = max(done, at - int(lead))
                    pattern = compile_once(expression, True)
                    match = (
                        pattern.search(text, first, at + 400)
                        if first < at
                        else pattern.match(text, at)
                    )
                    if match:
                        done, group = match.end(), match.lastindex or 0
                        value = match[group].strip("\"'{}>")
                        if looks[look](value) if look in looks else not is_standin(value):
                            yield name, *match.span(group)
                at = low.find(mark, at + len(mark))


def count_digits(text: str) -> int:
    return sum([one.isdigit() for one in text])


def is_hex(text: str) -> bool:
    return not text.strip(HEX)


def is_odd(text: str) -> bool:
    """Has it a character that names, numbers and addresses do not have?"""
    return "://" not in text and not set(text) <= set(WORD + "_-.:/")


def is_wordy(text: str) -> bool:
    """Do the letters follow each other as they do in words?"""
    pairs = [a + b for a, b in zip(text.lower(), text.lower()[1:])]
    letters = [pair for pair in pairs if pair.isalpha()]
    if len(letters) < 5 or 2 * len(letters) < len(pairs):
        return False
    return sum([pair in PAIRS for pair in letters]) > 0.58 * len(letters)


def counts_up(low: str) -> bool:
    """Do letters and digits count up, as somebody types what shall look like a key: a1b2c3d4e5?"""
    parts = [one for one in low if one.isalpha()], [one for one in low if one.isdigit()]
    steps = sum([ord(b) - ord(a) == 1 for part in parts for a, b in zip(part, part[1:])])
    return len(low) > 7 and steps > 0.5 * len(low)


def is_standin(text: str) -> bool:
    """A placeholder, a template, a counting sequence, or one character again and again."""
    low = text[:300].lower()
    if len(set(low)) <= max(2, min(len(low) // 5, 4)):
        return True
    if low.startswith(("my-", "my_", "some-", "some_", "enter-", "enter_")):
        return True
    template = (low[:1] == "<" and ">" in low) or 0 <= low.find("%(") < low.find(")s")
    return template or any([one in low for one in STAND_INS]) or counts_up(low)


def is_drawn(text: str, words: bool = False) -> bool:
    """Could a machine have drawn this?  Varied enough, no stand-in; no words unless they are allowed."""
    text = text[:200]
    digits, most = count_digits(text), len(set(text))
    if len(text) < 8 or digits == len(text) or most < (8 if is_hex(text) or len(text) < 12 else 10):
        return False
    return not is_standin(text) and (is_hex(text) or (words and digits > 1) or not is_wordy(text))


def is_key(text: str) -> bool:
    """Could this whole word be a key?  Hex and UUIDs by their spread, else by digits among letters of both cases."""
    bare = text.replace("-", "")
    if not 12 <= len(text) <= 2000 or bare.isdigit() or bare.isalpha():
        return False
    if is_hex(text):
        return len(bare) >= 20 and is_drawn(text)
    pieces = text.replace("_", "-").replace(".", "-").split("-")
    longest = max(pieces, key=len)[:200]
    if len(longest) < 10 or count_digits(text[:200]) < 2:
        return False
    return is_drawn(longest, True) and (len(pieces) == 1 or not is_wordy(longest))


def is_typed(text: str) -> bool:
    """Could a person have chosen this as a password?  No stand-in, default, variable, expression or path."""
    if not 4 <= len(text) <= 200 or text.lower() in DEFAULTS or " " in text or "://" in text:
        return False
    if text[0] in "$%<{[(!" and (text[1:2].isalpha() or not count_digits(text)):
        return False
    call = text[-1] in "([{" or ("(" in text and ")" in text)
    return not call and not (text.isdigit() and len(text) < 6) and not is_standin(text)
