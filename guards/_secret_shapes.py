# ruff: noqa: E501  (tables: one row, one line)
r"""Secrets known by what stands around them: a marker, then an expression for the shape.

A row is (rule, markers, how far before the marker the expression starts, expression, examples that
match, examples that do not).  Markers are lower case and looked for in lower-cased text; the
expression is tried at each marker, bounded, and group `s` (or the whole match) is the secret.
Examples are templates, see `_secret_formats`.
"""
from __future__ import annotations

_UUID = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"

SHAPES: tuple[tuple[str, tuple[str, ...], int, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("private-key", ("-----begin ",), 0,
     r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=\s\\\"',:.()\-]{24,16000}?-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|[A-Za-z0-9+/=\s\\\"',]{40,16000})",
     ("-----BEGIN RSA PRIVATE KEY-----\n<s64>\n<s64>\n-----END RSA PRIVATE KEY-----", "-----BEGIN OPENSSH PRIVATE KEY-----\\n<s64>\\n<s64>"),
     ("-----BEGIN PUBLIC KEY-----\n<s64>\n-----END PUBLIC KEY-----", "-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----")),
    ("private-key-base64", ("ls0tls1crudjti",), 0,
     r"LS0tLS1CRUdJTi[A-Za-z0-9+/]{0,40}(?:UFJJVkFURSBLRVkt|QUklWQVRFIEtFWS|SSVZBVEUgS0VZ)[A-Za-z0-9+/=\-_]{20,16000}",
     ("KEY=LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQo<s120>",), ("LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t<s120>",)),
    ("putty-key", ("private-lines:",), 0, r"Private-Lines: ?\d{1,3}\s{1,2}(?P<s>[A-Za-z0-9+/=\s]{40,8000})", ("Private-Lines: 8\n<s64>\n<s64>",), ("Private-Lines: 8",)),
    ("url-password", ("://",), 0,
     r"://[^\s/:@\"'<>`]{0,100}:(?P<s>[^\s/@\"'<>`]{3,300})@[A-Za-z0-9\[$_.\-]",
     ("postgres://app:<A14>@db.internal:5432/x", "https://me:<A20>@github.com/x.git"),
     ("https://user:password@host", "http://${user}:${pass}@host", "redis://:@localhost", "http://a:1234/x@y", "postgres://postgres:postgres@localhost/db")),
    ("http-basic", ("basic ",), 0, r"[Bb]asic (?P<s>[A-Za-z0-9+/]{12,400}={0,2})(?![A-Za-z0-9+/=])", ("Authorization: Basic <s40>",), ("Basic understanding", "basic authentication")),
    ("bearer-token", ("bearer ",), 0, r"[Bb]earer (?P<s>[A-Za-z0-9_\-.=+/~]{16,4000})", ("Authorization: Bearer <A40>",), ("Bearer $TOKEN", "Bearer authentication_scheme", "bearer YOUR_ACCESS_TOKEN_HERE")),
    ("curl-user", ("-u", "--user"), 0, r"(?:-u|--user)(?:[= ] {0,3})?(?P<s>[\"']?[^\s\"':]{0,100}[\"']?:[\"']?[^\s\"']{3,200}[\"']?)",
     ("curl -u 'johns:<A14>' https://x", "curl --user admin:<A14> https://x"), ("docker run -u 1000:1000 image", "curl -u $A:$B https://x", "curl -u user:password https://x")),
    ("password-hash", ("$1$", "$5$", "$6$", "$8$", "$9$", "$y$", "$2a$", "$2b$", "$2y$", "$apr1$", "$argon2", "pbkdf2_sha", "{ssha"), 0,
     r"(?:\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}|\$(?:1|apr1)\$[./A-Za-z0-9]{2,8}\$[./A-Za-z0-9]{22}|\$[56]\$(?:rounds=\d{3,9}\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{43,86}"
     r"|\$[89]\$[./A-Za-z0-9]{14}\$[./A-Za-z0-9]{43}|\$y\$[./A-Za-z0-9]{2,6}\$[./A-Za-z0-9]{8,86}\$[./A-Za-z0-9]{43}|\$argon2(?:id|i|d)\$v=\d+\$[a-z0-9=,]{5,40}\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{16,128}"
     r"|pbkdf2_sha(?:1|256|512)\$\d{3,8}\$[A-Za-z0-9]{6,32}\$[A-Za-z0-9+/=]{28,100}|\{S?SSHA(?:256|512)?\}[A-Za-z0-9+/=]{20,120})",
     ("root:$6$<A8>$<A86>:1", "$2b$12$<A53>"), ("$1$ is a dollar", "costs $5$ or $6$")),
    ("slack-webhook", ("hooks.slack.com",), 0, r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<s>[A-Za-z0-9+/]{30,80})", ("https://hooks.slack.com/services/T<U9>/B<U9>/<A24>",), ("https://hooks.slack.com/services/TXXXXXXXX/BXXXXXXXX/XXXXXXXXXXXXXXXXXXXXXXXX",)),
    ("teams-webhook", (".office.com/webhook",), 0, r"\.office\.com/webhook(?:b2)?/(?P<s>[0-9a-fA-F\-]{36}(?:@|%40|%2540)[0-9a-fA-F\-]{36}/[A-Za-z]{3,30}/[0-9a-fA-F]{32}/[0-9a-fA-F\-]{36})", ("https://outlook.office.com/webhook/<uuid>@<uuid>/IncomingWebhook/<h32>/<uuid>",), ("https://outlook.office.com/webhook/x",)),
    ("discord-webhook", ("/api/webhooks/",), 0, r"/api/webhooks/\d{15,21}/(?P<s>[\w\-]{60,80})", ("https://discord.com/api/webhooks/<d18>/<b68>",), ("/api/webhooks/github",)),
    ("zapier-webhook", ("hooks.zapier.com",), 0, r"hooks\.zapier\.com/hooks/catch/(?P<s>\d{4,9}/[a-z0-9]{5,10})", ("https://hooks.zapier.com/hooks/catch/<d7>/<l7>",), ("https://hooks.zapier.com/hooks/catch",)),
    ("google-chat-webhook", ("chat.googleapis.com",), 0, r"chat\.googleapis\.com/v1/spaces/[\w\-]{6,20}/messages\?key=(?P<s>[\w\-]{30,50}&token=[\w\-%]{30,60})", ("https://chat.googleapis.com/v1/spaces/<A11>/messages?key=<b39>&token=<b43>",), ("https://chat.googleapis.com/v1/spaces",)),
    ("terraform-cloud-token", (".atlasv1.",), 14, r"[A-Za-z0-9]{14}\.atlasv1\.[\w\-=]{60,70}", ("<A14>.atlasv1.<b67>",), ("x.atlasv1.y",)),
    ("azure-account-key", ("accountkey=", "sharedaccesskey="), 0, r"(?:AccountKey|SharedAccessKey)=(?P<s>[A-Za-z0-9+/]{40,90}={0,2})", ("AccountName=x;AccountKey=<s86>==;Endpoint",), ("AccountKey=your-key",)),
    ("azure-signature", ("sig=",), 0, r"sig=(?P<s>[A-Za-z0-9%+/]{40,80}(?:%3[dD]|=)?)", ("?sv=2022-11-02&sp=r&sig=<A43>%3D",), ("config=true",)),
    ("azure-client-secret", ("q~",), 4, r"[\w~.\-]{3}[78]Q~[\w~.\-]{31,34}", ("<A3>8Q~<A34>",), ("a 8Q~ b",)),
    ("azure-openai-key", ("jqqj99",), 52, r"[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{18,30}", ("<A52>JQQJ99<A26>",), ("JQQJ99",)),
    ("mailchimp-key", ("-us",), 32, r"[a-f0-9]{32}-us\d{1,2}(?![0-9a-z])", ("<h32>-us13",), ("aws-us1",)),
    ("telegram-token", (":aa",), 10, r"\d{8,10}:AA[\w\-]{33}(?![\w\-])", ("bot <d10>:AA<b33>",), ("12:AA:BB:CC",)),
    ("maxmind-key", ("_mmk",), 36, r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk", ("<A6>_<A29>_mmk",), ("x_mmk",)),
    ("newrelic-license", ("nral",), 36, r"(?:[a-f0-9]{36}|[a-z]{2}\d\d[x0-9a-f]{32}|[A-F0-9a-f]{32}FFFF)NRAL", ("license_key: <h36>NRAL",), ("NRAL",)),
    ("rapidapi-key", ("jsn",), 34, r"[a-z0-9]{10}msh[a-z0-9]{15}p1[a-z0-9]{5}jsn[a-z0-9]{12}", ("<l10>msh<l15>p1<l5>jsn<l12>",), ("jsn",)),
    ("discord-token", ("token", "discord"), 0, r"[^\n]{0,40}?(?P<s>[MNO][A-Za-z0-9_\-]{23,27}\.[A-Za-z0-9_\-]{6}\.[A-Za-z0-9_\-]{27,38})(?![\w\-])", ("discord_token=M<b23>.<b6>.<b38>",), ("token: N/A",)),
    ("vault-legacy-token", ("s.", "b."), 0, r"[sb]\.[A-Za-z0-9]{24,26}(?![A-Za-z0-9_.(])", ("token: s.<A24>",), ("s.thisstringisalllowercase", "s.THISSTRINGISALLUPPERCASE", "s.AcceptanceTimeoutSeconds ")),
    ("netrc", ("password ",), 0, r"password (?P<s>\S{4,128})(?=\s|$)", ("machine x.org login me password <A14>",), ("password must be set",)),
)

# The words that must stand near, in the 120 bytes before, for a shape that would be too common without.
NEARBY = {
    "curl-user": ("curl", "wget", "http ", "httpie"),
    "azure-signature": ("sv=", "se=", "sp="),
    "netrc": ("machine ", "login "),
    "vault-legacy-token": ("token", "vault"),
}
