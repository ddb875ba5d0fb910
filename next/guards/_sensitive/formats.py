r"""A secret is known by its provider's published form, or by a mark that stands beside it; an expression is compiled when needed.

A template is what a token looks like: `ghp_<A36>` begins with `ghp_` (three characters or more) and goes on with 36
letters and digits; `<b20-60>` is 20 to 60 characters of their kind (CLASSES), `<uuid>` what it says, `{a,b}` one of
these.  A mark is looked for in lower-cased text; its expression is tried there, and its last group, or all of it, is the secret.

Cannot see: a token without a prefix, a mark or a name; one cut in two, or by a `/` near its beginning.
"""

from __future__ import annotations

from guards._sensitive.drawn import (
    compile_once,
    count_bits,
    count_turns,
    is_drawn,
    is_hex,
    is_key,
    is_standin,
    is_typed,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

CLASSES = dict(
    zip(
        "AUlhxdbsut=",
        r"[A-Za-z0-9] [A-Z0-9] [a-z0-9] [a-f0-9] [a-fA-F0-9] [0-9] [\w\-] [A-Za-z0-9+/]"
        r" [\w\-.=%] [\w\-.=%+/] =".split(),
    )
)
UUID = "<x8>-<x4>-<x4>-<x4>-<x12>"
TEMPLATES = """
aws-access-key A{KIA,SIA,BIA,CCA}<U16>
aws-bedrock-key ABSK<s100-269><=0-2> bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t<t20-4000>
google-key AIza<b35> GOCSPX-<b28> ya29.<b16-1000>
digitalocean-token do{o,p,r}_v1_<h64>
heroku-key HRKU-<b36-62>
fly-token fo1_<b43> fm{1,2}{,a,r}_<s80-2000><=0-3>
github-token gh{o,p,r,s,u}_<A36-255> github_pat_<b60-90>
gitlab-token gl{pat,dt,ft,rt,imt,soat,ffct,wt,ptt,agent,oas,cbt}-<b20-300>
npm-token npm_<A36>
pypi-token pypi-A<b50-1000>
artifactory-key AKC<A64-120> cmVmd<A59>
databricks-token d{api,ose,sapi}<h32>
sourcegraph-token sgp_{,local_}<x40> sgp_<x16>_<x40> slk_<h64>
anthropic-key sk-ant-<b80-120>AA
openai-key sk-{proj,svcacct,service,admin}-<b40-180> sk-<b20-100>T3BlbkFJ<b20-100>
model-key sk-or-v1-<h64> sk-<A32-64> sk_<h48> xai-<b70-90> pplx-<A48-56> nvapi-<b60-70> pcsk_<A5-6>_<A60-66>
huggingface-token {hf,api_org}_<A34-40>
tavily-key tvly-{,dev-,prod-}<b20-48>
slack-token xox{b,p,a,o,r,s,c,e}-<b20-120> xox{a,r,s}-<d1>-<b8-160> xox{a,r}-<A8-48> xoxe.xox{b,p}-<b40-240> xapp-<d1-3>-<b20-120>
sendgrid-key SG.<b16-32>.<b16-64>
mailgun-key {,pub}key-<l32>
notion-token ntn_<A46> secret_<A43>
atlassian-token AT{A,C,S}TT3<b60-260> ATBB<A24-40>
figma-token fig{d,u,o}{,r,h}_<b38-54>
airtable-token pat<A14>.<l62-66>
hubspot-token pat-{na,eu,ap}<d1>-<uuid>
sentry-token sntrys_eyJ<t60-600> sntryu_<h64>
grafana-token glc_<s32-400><=0-3> glsa_<b41> eyJrIjoi<s40-400><=0-3>
newrelic-key NR{AK,AA,RA,SP,JS,BR}-<A19-42> NRI{I,Q}-<b25-32>
stripe-key {r,s}k_{live,test,prod}_<A10-250>
webhook-secret whsec_<s24-64><=0-2>
square-token EAAA<t60> sq0{atp,csp}-<b22-43>
facebook-token EAA<A80-400>
shopify-token shp{at,ca,pa,ss,tka,ua,rt}_<x30-34>
adobe-secret p8e-<b32>
vault-token hv{s,r,b}.<b24-600>
tailscale-key tskey-<b8-40>-<b5-64>
mapbox-token {s,t}k.eyJ<b30-140>.<b20-24>
salesforce-token 00D<A12-15>!<u40-140>
twilio-key SK{0,1,2,3,4,5,6,7,8,9,a,b,c,d,e,f}<h31>
doppler-token dp.{pt,st,ct,sa,scim,audit}.<u40-80>
postman-key PMAK-<A24>-<A34>
dynatrace-token dt0{c,s}<d2>.<A24>.<A64>
dropbox-token sl.{,u.}<u100-1400>
age-key AGE-SECRET-KEY-1<U58>
1password-key ops_eyJ<s200-4000><=0-3> A3-<U6>-<U6>-<U5>-<U5>-<U5>-<U5>
jwt {eyJ,ewogI}<b10-2000>.<b12-8000>.{<b10-1400>,} ZXlK<t60-8000><=0-2>
"""
# name | look | marks | characters before the mark | expression.  What must be so of the secret (look): `drawn` by a machine,
# `typed` by a person, `pair` (name:password), `any` but a stand-in.
SHAPES = r"""
private-key|any|-----begin |0|-----BEGIN[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){20,16000}(?:-----END[ A-Z0-9]{0,60}-----)?
private-key|any|ls0tls1crudjti|0|LS0tLS1CRUdJTi[A-Za-z0-9+/]{0,40}(?:UFJJVkFURSBLRVkt|QUklWQVRFIEtFWS|SSVZBVEUgS0VZ)[\w+/=\-]{20,16000}
private-key|any|private-lines:|0|Private-Lines: ?\d{1,3}\s{1,2}([A-Za-z0-9+/=\s]{40,8000})
private-key|drawn|"kty"|400|"d"\s{0,3}:\s{0,3}"([\w\-]{32,1200})"
url-password|pair|://|0|://([^\s/:@"'<>`()\[\]{},]{0,100}(?:@[\w.\-]{3,100})?:[^\s/@"'<>`]{3,300})@[A-Za-z0-9\[$_.\-]
url-token|drawn|://|5|https?://([\w\-]{20,200})@(?!o\d+\.)[A-Za-z0-9.\-]
http-basic|drawn|basic |0|basic ([A-Za-z0-9+/]{16,400}={0,2})(?![A-Za-z0-9+/=])
bearer-token|drawn|bearer |0|bearer ([\w\-.=+/~]{16,4000})
curl-user|pair|curl,wget|0|(?:curl|wget)[^\n]{0,300}? (?:-u|--user)[= ]{0,3}["']?([^\s"':]{0,100}["']?:["']?[^\s"']{3,200})
curl-user|drawn|curl|0|curl[^\n]{0,300}? (?:-u|--user)[= ]{0,3}["']([^\s"':]{8,100}):["']
cli-password|typed| -p|90|(?:psexec[^\n]{0,60}? -p {1,3}|sshpass {1,3}-p ?|p(?:link|scp) [^\n]{0,60}?-pw {0,3}|(?:mysql(?:dump|admin)?|mariadb) [^\n|]{0,60}?-p|mongo(?:sh|dump|restore)? [^\n|]{0,60}?-p {1,3}|(?:docker|podman|oc|az) login [^\n|]{0,60}?-p {1,3}|-pass(?:in|out) {1,3}pass:)["']?([^\s'"<>;|&]{3,128})
password-hash|any|$|0|\$2[aby]\$\d\d\$[./a-z0-9]{53}|\$(?:1|apr1)\$[./a-z0-9]{2,8}\$[./a-z0-9]{22}|\$[56]\$(?:rounds=\d{3,9}\$)?[./a-z0-9]{1,16}\$[./a-z0-9]{43,86}|\$[89]\$[./a-z0-9]{14}\$[./a-z0-9]{43}|\$y\$[./a-z0-9]{2,6}\$[./a-z0-9]{8,86}\$[./a-z0-9]{43}|\$argon2i?d?\$v=\d{1,4}\$[a-z0-9=,]{5,40}\$[a-z0-9+/]{11,64}\$[a-z0-9+/]{16,128}
webhook|any|hooks.slack|0|hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/]{30,80})
webhook|any|.com/webhook,/webhooks/|14|office\.com/webhook(?:b2)?/([\w@%/\-]{60,200})|/api/webhooks/\d{15,21}/([\w\-]{60,80})
azure-signature|any|sig=|0|sig=([A-Za-z0-9%+/]{40,80}(?:%3[dD]|= {0,2})?)
azure-key|any|~|5|[\w~.\-]{3}[78]Q~[\w~.\-]{31,34}
azure-key|any|jqqj9|80|[A-Za-z0-9]{52}JQQJ9[9D][A-Za-z0-9]{18,30}
terraform-token|any|.atlasv1.|14|[A-Za-z0-9]{14}\.atlasv1\.[\w\-=]{60,70}
newrelic-key|any|nral|38|[a-f0-9]{36}NRAL|[a-z]{2}\d\d[x0-9a-f]{32}NRAL|[A-F0-9a-f]{32}FFFFNRAL
openshift-token|drawn|~|6|sha256~[\w\-]{43}
telegram-token|any|:aa|10|\d{8,10}:AA[\w\-]{32,33}(?![\w\-])
google-key|drawn|1//0|0|1//0[\w\-]{40,120}
okta-token|drawn|ssws |0|ssws (00[\w\-]{40})(?![\w\-])
discord-token|drawn|discord|0|discord[^\n]{0,60}?([MNO][\w\-]{23,27}\.[\w\-]{6}\.[\w\-]{27,38})(?![\w\-])
netrc-password|typed|machine |0|machine \S{1,100}\s{1,9}login \S{1,100}\s{1,9}password (\S{4,128})
seed-phrase|any|mnemonic,seed phrase,recovery phrase|0|(?:mnemonic|(?:seed|recovery) phrase)["']?(?: is)? ?[:=]? {0,3}["']?([a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})(?![a-z ])
secure-string|typed|to-securestring|0|to-securestring (?:-String )?["']([^"'\n]{4,128})["']
"""
# Parts of a prefix that say key, and that say that it is public or an identifier.
KEY_PARTS = frozenset(
    """sk rk pat tok token key apikey secret live prod sandbox api oat svc personal access sbx cli
    webhook sec""".split()
)
NO_KEY = frozenset(
    """pk pub public publishable id ids file req msg hash sha sha1 sha256 sha384 sha512 md5 commit
    build run job chatcmpl call toolu resp rs fc asst thread cus acct evt bedrock""".split()
)
TRIES = 2000  # of one expression in one text
NEARBY = {
    " -p": "psexec sshpass plink pscp mysql mariadb mongo login -pass".split(),
    "sig=": ["sv=", "se=", "sp=", "skn="],
}
# The first three characters of a token -> (name, head, template); filled once.
HEADS: dict[str, list[tuple[str, str, str]]] = {}


def list_variants(template: str) -> list[str]:
    """Each text that a template with `{a,b}` in it stands for."""
    before, brace, rest = template.partition("{")
    inner, _, after = rest.partition("}")
    parts = inner.split(",") if brace else ()
    return [one for part in parts for one in list_variants(before + part + after)] or [template]


def build_expression(template: str) -> str:
    """A template without `{a,b}` as a regular expression."""
    first, *parts = template.replace("<uuid>", UUID).replace(".", "\\.").split("<")
    for part in parts:
        size, _, rest = part[1:].partition(">")
        first += f"{CLASSES[part[0]]}{{{size.replace('-', ',')}}}{rest}"
    return first


def find_tokens(text: str, words: list[tuple[int, int]]) -> Iterator[tuple[str, int, int]]:
    """(name, start, end) of every word that has a provider's form, or the form that many have."""
    for line in TEMPLATES.strip().split("\n") if not HEADS else ():
        name, *templates = line.split()
        for one in [variant for template in templates for variant in list_variants(template)]:
            HEADS.setdefault(one[:3], []).append((name, one.partition("<")[0], one))
    for start, end in words:
        for name, head, template in HEADS.get(text[start : start + 3], ()):
            match = None
            if text.startswith(head, start):
                match = compile_once(build_expression(template)).match(text, start)
            stop = match.end() if match else end
            if match and is_genuine(name, match[0][len(head) :], text[stop : stop + 2]):
                yield name, start, stop
                break
        else:
            word = text[start:end].rstrip(".") if end - start < 200 else ""
            if match_prefixed(word):
                yield "api-key", start, start + len(word)


def is_genuine(name: str, tail: str, after: str) -> bool:
    """Does a token stop here, and was it drawn?"""
    if after[:1].isalnum() or (after[:1] == "." and after[1:].isalpha()):
        return False
    if name == "aws-access-key":
        return count_bits(tail) > 2.5 and not is_standin(tail)
    return is_drawn(tail, True) or (len(tail) > 100 and not is_standin(tail))


def match_prefixed(word: str) -> bool:
    """A short name, what it is (`live`, `pat`) and a drawn rest; or a name and a long drawn rest."""
    for sign in "_-":
        head, found, tail = word.rpartition(sign)
        if found and len(head) < 32 and len(tail) > 19 and tail.isalnum() and head[:1].isalpha():
            parts = head.lower().replace("-", "_").split("_")
            least = (0.3 if tail.islower() else 0.4) * len(tail)
            long = len(tail) > (27 if sign == "_" else 31) and len(parts) == 1 and head.islower()
            mixed = long and len(head) < 11 and count_turns(tail) > least and not is_hex(tail)
            if NO_KEY.isdisjoint(parts) and (mixed or not KEY_PARTS.isdisjoint(parts)):
                return is_key(tail)
    return False


def find_shapes(text: str, low: str, marks: list[str]) -> Iterator[tuple[str, int, int]]:
    """(name, start, end) of every secret beside one of these marks; spans may overlap."""
    for row in SHAPES.strip().split("\n"):
        name, look, own, lead, expression = row.split("|", 4)
        for mark in [one for one in own.split(",") if one in marks]:
            at, done, tries = low.find(mark), 0, 0
            while at >= 0 and tries < TRIES:
                tries += 1
                if at >= done and is_near(low, at, mark):
                    pattern, first = compile_once(expression, True), max(done, at - int(lead))
                    match = pattern.match(text, at)
                    if lead != "0":
                        match = pattern.search(text, first, at + 400)
                    if match:
                        done = match.end()
                        group = match.lastindex or 0
                        start = find_start(match[group], look)
                        if start >= 0:
                            yield name, match.start(group) + start, match.end(group)
                at = low.find(mark, at + len(mark))


def is_near(low: str, at: int, mark: str) -> bool:
    """A cheap test before the expression: marks that are everywhere need a second sign."""
    after = low[at : at + 420]
    if mark == "://":
        return "@" in after and "@" in after.split(None, 1)[0]
    if mark in ("curl", "wget"):
        return " -u" in after or " --user" in after
    if mark in NEARBY:
        around = low[max(0, at - 90) : at + 90]
        return any([one in around for one in NEARBY[mark]])
    if mark == "$":
        return "$" in after[2:10]
    return mark != "~" or low[at - 1 : at] == "q" or low[at - 6 : at] == "sha256"


def find_start(value: str, look: str) -> int:
    """Where the secret begins in a value of that look, -1 where it is none."""
    start = value.find(":") + 1 if look == "pair" else 0
    secret = value[start:].strip("\"'{}")
    if look == "drawn":
        good = is_drawn(value)
    elif look in ("typed", "pair"):
        good = is_typed(secret) and not (look == "typed" and secret.isalpha())
        user = value[: max(0, start - 1)].strip("\"'{}").lower()
        good = good and user != secret.lower() and user[:1] not in ("$", "%", "<")
    else:
        good = not is_standin(value)
    return start if good else -1
