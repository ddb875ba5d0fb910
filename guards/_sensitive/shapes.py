# ruff: noqa: E501  (tables: one row, one line)
r"""Secrets known by what stands around them: a marker, then an expression for the shape.

A row is (rule, markers, bytes before the marker where the expression may start, words of which one must
stand near, what the secret must look like, expression, examples that match, examples that do not).
Markers are lower case and looked for in lower-cased text; the expression is bounded and tried at each
marker only, and its group `s` (or the whole match) is the secret.  Examples are templates, see
`formats`.

What it must look like: `drawn` by a machine, `typed` by a person, `mixed` (that, and not only letters), `basic` (base64 of `user:password`),
`pair` (`user:password` with a typed password), or `any` text that is not a stand-in.
"""
from __future__ import annotations

_ARG = r"(?:'(?P<q>[^'\n]{3,128})'|\"(?P<d>[^\"\n]{3,128})\"|(?P<s>[^\s'\"<>;|&]{3,128}))"

SHAPES: tuple[tuple[str, tuple[str, ...], int, tuple[str, ...], str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("private-key", ("-----begin ",), 0, (), "any",
     r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\\"',:.()\-#*|>_\[\]]{40,16000}",
     ("-----BEGIN RSA PRIVATE KEY-----\n<s64>\n<s64>\n-----END RSA PRIVATE KEY-----", "-----BEGIN OPENSSH PRIVATE KEY-----\\n<s64>\\n<s64>",
      "#6 0.245 -----BEGIN PRIVATE KEY-----\n#6 0.245 <s64>\n#6 0.245 <s64>"),
     ("-----BEGIN PUBLIC KEY-----\n<s64>\n-----END PUBLIC KEY-----", "-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----", "echo '-----BEGIN PRIVATE KEY-----' >> x")),
    ("private-key-base64", ("ls0tls1crudjti",), 0, (), "any",
     r"LS0tLS1CRUdJTi[A-Za-z0-9+/]{0,40}(?:UFJJVkFURSBLRVkt|QUklWQVRFIEtFWS|SSVZBVEUgS0VZ)[A-Za-z0-9+/=\-_]{20,16000}",
     ("KEY=LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQo<s120>",), ("LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t<s120>",)),
    ("seed-phrase", ("mnemonic", "seed phrase", "seed_phrase", "recovery phrase", "recovery_phrase", "seed words"), 0, (), "any",
     r"(?i:mnemonic|(?:seed|recovery)[ _](?:phrase|words))(?: is)?[\"']?[:=]? {0,3}[\"']?(?P<s>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})(?![a-z ])",
     ("MNEMONIC=\"gravity machine north sort system female filter attitude volume fold club stay\"",),
     ("a mnemonic is a short word that stands for an instruction of the machine and it helps", "mnemonic: word word", "seed phrase: twelve words")),
    ("putty-key", ("private-lines:",), 0, (), "any", r"Private-Lines: ?\d{1,3}\s{1,2}(?P<s>[A-Za-z0-9+/=\s]{40,8000})", ("Private-Lines: 8\n<s64>\n<s64>",), ("Private-Lines: 8",)),
    ("url-password", ("://",), 0, ("@",), "pair",
     r"://(?P<s>[^\s/:@\"'<>`()\[\]{},]{0,100}(?:@[\w.\-]{3,100})?:[^\s/@\"'<>`]{3,300})@[A-Za-z0-9\[$_.\-]",
     ("postgres://app:<A14>@db.internal:5432/x", "smtps://me@a.example:<A14>@smtp.a.example:465", "https://me:<A20>@github.com/x.git"),
     tuple("""https://user:password@host http://${user}:${pass}@host redis://:@localhost http://a:1234/x@y
    postgres://postgres:postgres@localhost/db amqp://guest:guest@localhost http://%s:%s@%s""".split())),
    ("url-token", ("://",), 0, ("@",), "drawn", r"https?://(?P<s>[A-Za-z0-9_\-]{20,200})@[A-Za-z0-9.\-]", ("https://<A40>@git.example.org/x.git",), ("https://<name>@host", "https://some-organisation-name-here@dev.azure.com/x")),
    ("http-basic", ("basic ",), 0, (), "basic", r"[Bb]asic (?P<s>[A-Za-z0-9+/]{8,400}={0,2})(?![A-Za-z0-9+/=])", ("Authorization: Basic dXNlcjpwNHNzdzByZC1mb3ItYS10ZXN0",), ("Basic understanding", "basic authentication", "basic initialization")),
    ("bearer-token", ("bearer ",), 0, (), "drawn", r"[Bb]earer (?P<s>[A-Za-z0-9_\-.=+/~]{16,4000})", ("Authorization: Bearer <A40>", "bearer <h32>"), ("Bearer $TOKEN", "Bearer authentication_scheme", "bearer YOUR_ACCESS_TOKEN_HERE", "Bearer abc123")),
    ("curl-user", ("-u", "--user"), 0, ("curl", "wget", "http "), "pair", r"(?:-u|--user)(?:[= ] {0,3})?[\"']?(?P<s>[^\s\"':]{0,100}[\"']?:[\"']?[^\s\"']{3,200})",
     ("curl -u 'johns:<A14>' https://x", "curl --user admin:<A14> https://x", "curl -u\"me\":\"<A12>\" https://x"), ("docker run -u 1000:1000 image", "curl -u $A:$B https://x", "curl -u user:password https://x", "curl -u 'test:test'", "curl -u name:[PASSWORD] http://x")),
    ("curl-user", ("-u", "--user"), 0, ("curl",), "drawn", r"(?:-u|--user)(?:[= ] {0,3})?[\"'](?P<s>[^\s\"':]{8,100}):[\"']", ("curl -u \"<A14>:\" https://x",), ("curl -u \"someone:\" x",)),
    ("password-hash", tuple("$1$ $5$ $6$ $8$ $9$ $y$ $2a$ $2b$ $2y$ $apr1$ $argon2id$ $argon2i$ $argon2d$".split()), 0, (), "any",
     r"\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}|\$(?:1|apr1)\$[./A-Za-z0-9]{2,8}\$[./A-Za-z0-9]{22}|\$[56]\$(?:rounds=\d{3,9}\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{43,86}"
     r"|\$[89]\$[./A-Za-z0-9]{14}\$[./A-Za-z0-9]{43}|\$y\$[./A-Za-z0-9]{2,6}\$[./A-Za-z0-9]{8,86}\$[./A-Za-z0-9]{43}|\$argon2(?:id|i|d)\$v=\d{1,4}\$[a-z0-9=,]{5,40}\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{16,128}",
     ("root:$6$<A8>$<A86>:1", "$2b$12$<A53>", "$apr1$<A8>$<A22>"), ("$1$ is a dollar", "costs $5$ or $6$", "$2b$12$short")),
    ("password-hash", ("pbkdf2_sha", "{ssha"), 0, (), "any", r"pbkdf2_sha(?:1|256|512)\$\d{3,8}\$[A-Za-z0-9]{6,32}\$[A-Za-z0-9+/=]{28,100}|\{SSHA(?:256|512)?\}[A-Za-z0-9+/=]{20,120}",
     ("pbkdf2_sha256$260000$<A22>$<s43>=", "{SSHA}<s40>"), ("pbkdf2_sha256(password)",)),
    ("kerberos-hash", ("krb5asrep", "krb5tgs"), 0, (), "any", r"krb5(?:asrep|tgs)\$(?:17|18|23)\$[^\s\"']{0,160}?[0-9a-f]{24,32}\$(?P<s>[0-9a-f]{64,4000})", ("$krb5tgs$23$*me$CORP$x*$<h32>$<h80>",), ("krb5asrep", "krb5tgs$23$x")),
    ("firebase-messaging-key", (":apa91b",), 11, (), "drawn", r"AAAA[A-Za-z0-9_\-]{7}:APA91b[A-Za-z0-9_\-]{120,140}", ("AAAA<A7>:APA91b<b134>",), (":apa91b",)),
    ("hash-dump", (":::",), 100, (), "any", r"[A-Za-z0-9._\-]{1,32}:\d{3,6}:(?P<s>[a-f0-9]{32}:[a-f0-9]{32}):::", ("Administrator:500:<h32>:<h32>:::",), ("a:::b",)),
    ("slack-webhook", ("hooks.slack.com",), 0, (), "any", r"hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/(?P<s>[A-Za-z0-9+/]{30,80})", ("https://hooks.slack.com/services/T<U9>/B<U9>/<A24>",), ("https://hooks.slack.com/services/TXXXXXXXX/BXXXXXXXX/XXXXXXXXXXXXXXXXXXXXXXXX",)),
    ("teams-webhook", (".office.com/webhook",), 0, (), "any", r"\.office\.com/webhook(?:b2)?/(?P<s>[0-9a-fA-F\-]{36}(?:@|%40|%2540)[0-9a-fA-F\-]{36}/[A-Za-z]{3,30}/[0-9a-fA-F]{32}/[0-9a-fA-F\-]{36})", ("https://outlook.office.com/webhook/<uuid>@<uuid>/IncomingWebhook/<h32>/<uuid>",), ("https://outlook.office.com/webhook/x",)),
    ("discord-webhook", ("/api/webhooks/",), 0, (), "any", r"/api/webhooks/\d{15,21}/(?P<s>[\w\-]{60,80})", ("https://discord.com/api/webhooks/<d18>/<b68>",), ("/api/webhooks/github",)),
    ("zapier-webhook", ("hooks.zapier.com",), 0, (), "any", r"hooks\.zapier\.com/hooks/catch/(?P<s>\d{4,9}/[a-z0-9]{5,10})", ("https://hooks.zapier.com/hooks/catch/<d7>/<l7>",), ("https://hooks.zapier.com/hooks/catch",)),
    ("google-chat-webhook", ("chat.googleapis.com",), 0, (), "any", r"chat\.googleapis\.com/v1/spaces/[\w\-]{6,20}/messages\?key=(?P<s>[\w\-]{30,50}&token=[\w\-%]{30,60})", ("https://chat.googleapis.com/v1/spaces/<A11>/messages?key=<b39>&token=<b43>",), ("https://chat.googleapis.com/v1/spaces",)),
    ("google-refresh-token", ("1//0",), 0, (), "drawn", r"1//0[A-Za-z0-9_\-]{40,120}", ("1//0<b60>",), ("1//0 = infinity",)),
    ("terraform-cloud-token", (".atlasv1.",), 14, (), "any", r"[A-Za-z0-9]{14}\.atlasv1\.[\w\-=]{60,70}", ("<A14>.atlasv1.<b67>",), ("x.atlasv1.y",)),
    ("azure-signature", ("sig=",), 0, ("sv=", "se=", "sp=", "skn="), "any", r"sig=(?P<s>[A-Za-z0-9%+/]{40,80}(?:%3[dD]|=)?)", ("?sv=2022-11-02&sp=r&sig=<A43>%3D",), ("config=true",)),
    ("azure-client-secret", ("q~",), 4, (), "any", r"[\w~.\-]{3}[78]Q~[\w~.\-]{31,34}", ("<A3>8Q~<A34>",), ("a 8Q~ b",)),
    ("mailchimp-key", ("-us",), 32, (), "any", r"[a-f0-9]{32}-us\d{1,2}(?![0-9a-z])", ("<h32>-us13",), ("aws-us1",)),
    ("telegram-token", (":aa",), 10, (), "any", r"\d{8,10}:AA[\w\-]{32,33}(?![\w\-])", ("bot <d10>:AA<b33>", "<d10>:AA<b32>"), ("12:AA:BB:CC",)),
    ("truenas-key", ("login_with_api_key",), 0, (), "any", r"login_with_api_key\W{1,40}(?:params\W{1,20})?(?P<s>\d{1,3}-[A-Za-z0-9]{64})", ('"auth.login_with_api_key", "params": ["2-<A64>"]',), ("login_with_api_key(client)",)),
    ("okta-token", ("ssws ",), 0, (), "drawn", r"SSWS (?P<s>00[\w\-]{40})(?![\w\-])", ("Authorization: SSWS 00<b40>",), ("SSWS 00-a-scheme", "SSWS ${TOKEN}")),
    ("maxmind-key", ("_mmk",), 36, (), "any", r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk", ("<A6>_<A29>_mmk",), ("x_mmk",)),
    ("newrelic-license", ("nral",), 36, (), "any", r"(?:[a-f0-9]{36}|[a-z]{2}\d\d[x0-9a-f]{32}|[A-F0-9a-f]{32}FFFF)NRAL", ("license_key: <h36>NRAL",), ("NRAL",)),
    ("rapidapi-key", ("jsn",), 43, (), "any", r"[a-z0-9]{10}msh[a-z0-9]{15}p1[a-z0-9]{5}jsn[a-z0-9]{12}", ("<l10>msh<l15>p1<l5>jsn<l12>",), ("jsn",)),
    ("openshift-token", ("sha256~",), 0, (), "drawn", r"sha256~[\w\-]{43}", ("sha256~<b43>",), ("sha256~abc",)),
    ("paypal-token", ("access_token$",), 0, (), "any", r"access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}", ("access_token$production$<l16>$<h32>",), ("access_token$",)),
    ("discord-token", ("discord",), 0, (), "drawn", r"discord[^\n]{0,60}?(?P<s>[MNO][A-Za-z0-9_\-]{23,27}\.[A-Za-z0-9_\-]{6}\.[A-Za-z0-9_\-]{27,38})(?![\w\-])", ("discord_token=M<b23>.<b6>.<b38>",), ("discord: N/A",)),
    ("ntlm-response", ("::",), 0, (), "any", r"::[A-Za-z0-9._\-]{0,40}:[a-fA-F0-9]{16,48}:(?P<s>[a-fA-F0-9]{32,48}:[a-fA-F0-9]{16,1000})", ("me::CORP:<h16>:<h32>:<h60>",), ("std::vector<int>",)),
    ("sidekiq-secret", ("contribsys__com",), 0, (), "any", r"(?i:contribsys__com)[\"']?\s{0,3}[=: ]\s{0,3}[\"']?(?P<s>[a-f0-9]{8}:[a-f0-9]{8})", ("BUNDLE_ENTERPRISE__CONTRIBSYS__COM=<h8>:<h8>",), ("BUNDLE_ENTERPRISE__CONTRIBSYS__COM=$X",)),
    ("netrc", ("password ", "passwd "), 0, ("machine ",), "mixed", r"pass(?:word|wd) (?P<s>\S{4,128})(?=\s|$)", ("machine x.org login me password <A14>",), ("password must be set to login ok",)),
    # keys of a network, of a login that a browser holds, of a wallet, of a door
    ("preshared-key", ("psk", "pre-shared", "preshared", "key content", "sselinhalt", "contenu de la cl", "contenido de la clave", "contenuto chiave"), 0, (), "typed",
     r"(?i:psk|pre-?shared[ _-]?key|key content|sselinhalt|contenu de la cl[^\s:]{1,3}|contenido de la clave|contenuto chiave)[ \t]{0,20}(?:[:=]{1,2}[ \t]{0,20}[\"']?|[\"'])(?P<s>[^\s\"'<>,;]{8,64})",
     ("psk = '<A10>'", "802-11-wireless-security.psk:   <A14>", "Key Content            : <A14>", ": PSK \"<A12>\""),
     ("psk = None", "wpa_key_mgmt=WPA-PSK", "Key Content : Absent", "psk: string")),
    ("session-cookie", tuple("jsessionid phpsessid net_sessionid connect.sid laravel_session".split()), 0, (), "drawn",
     r"(?<![Ss]et-[Cc]ookie: )(?i:jsessionid|phpsessid|net_sessionid|connect\.sid|laravel_session)[\"']?[ \t]{0,3}[=:][ \t]{0,3}[\"']?(?:s {0,3}:)?(?P<s>[A-Za-z0-9%._\-]{16,300})",
     ("JSESSIONID=<U20>", "Cookie: lang=de; PHPSESSID=<l26>"), ("JSESSIONID cookie is set", "Set-Cookie: JSESSIONID=<U20>; Path=/", "PHPSESSID=$SESSION")),
    ("session-cookie", ("cookie:",), 0, (), "drawn",
     r"(?<![Ss]et-)[Cc]ookie:[ \t]{0,3}(?:[^\n]{0,400}?; ?)?[\w.\-]{0,40}(?i:sess|sid|auth|token|jwt|remember|login)[\w.\-]{0,40}=(?:s {0,3}:)?(?P<s>[A-Za-z0-9%._\-+/]{16,4000})",
     ("Cookie: session=<A24>", "cookie: lang=de; app.sid=s%3A<A24>"), ("Cookie: lang=en-US; tz=UTC", "Set-Cookie: session=<A24>", "Cookie: session=<value>")),
    ("session-cookie", ("\"value\"",), 0, ("\"httponly\"", "\"domain\"", "\"samesite\""), "drawn", r"\"[Vv]alue\"\s{0,3}:\s{0,3}\"(?P<s>[^\"\s]{16,4000})\"",
     ('[{"name":"sid","value":"<A24>","domain":"a.example"}]',), ('{"name":"theme","value":"dark","domain":"a.example"}', '{"value": "<A24>"}')),
    ("session-cookie", ("\ttrue\t", "\tfalse\t"), 100, (), "drawn", r"\t(?:TRUE|FALSE)\t/[^\t\n]{0,100}\t(?:TRUE|FALSE)\t\d{1,12}\t[^\t\n]{0,60}(?i:sess|sid|auth|token|jwt|remember|login)[^\t\n]{0,60}\t(?P<s>[^\s]{16,4000})",
     ("a.example\tTRUE\t/\tTRUE\t1790000000\tsessionid\t<A24>",), ("a.example\tTRUE\t/\tTRUE\t0\ttheme\tdark", "x\tTRUE\ty")),
    ("private-jwk", ("\"d\"",), 0, ("\"kty\"",), "drawn", r"\"d\"\s{0,3}:\s{0,3}\"(?P<s>[A-Za-z0-9_\-]{32,1200})\"", ('{"kty":"EC","crv":"P-256","d":"<b43>"}',), ('{"kty":"RSA","n":"<b43>","e":"AQAB"}', '{"d": "<b43>"}')),
    ("wallet-keystore", ("\"ciphertext\"",), 0, ("\"kdf\"",), "any", r"\"ciphertext\"\s{0,3}:\s{0,3}\"(?P<s>[0-9a-f]{32,200})\"", ('{"crypto":{"ciphertext":"<h64>","kdf":"scrypt"}}',), ('{"ciphertext":"<h64>"}', '"ciphertext": "abc", "kdf": "scrypt"')),
    ("recovery-code", ("recovery key", "recovery code", "backup code", "license key", "licence key", "product key", "activation key", "activation code"), 0, (), "any",
     r"(?i:recovery key|recovery code|backup code|licen[sc]e key|product key|activation key|activation code)s?\W{1,6}(?P<s>(?:[A-Z0-9]{4,8}-){3,7}[A-Z0-9]{4,8}|[a-z0-9]{4,6}-[a-z0-9]{4,6}(?:[\s,]{1,2}[a-z0-9]{4,6}-[a-z0-9]{4,6}){2,20})(?![\w\-])",
     ("Recovery key: <U4>-<U4>-<U4>-<U4>-<U4>-9K4Q", "backup codes: a1<l2>-<l4> b2<l2>-<l4> c3<l2>-<l4> d4<l2>-<l4>", "GitHub recovery codes\n8f<h3>-c9<h3>\n77<h3>-41<h3>\nd0<h3>-9e<h3>\n"), ("license key: XXXXX-XXXXX-XXXXX-XXXXX-XXXXX", "Recovery codes can be downloaded once")),
    ("device-password", ("password 7 ", "server community "), 0, (), "mixed", r"(?i:password 7 (?P<q>[0-9A-F]{8,64})|server community (?P<s>[^\s<>]{6,64}) R[OW])", ("username a password 7 08<d12>", "snmp-server community <A12> RO"), ("password 7 characters", "snmp-server community <string> RO")),
    # what a person typed on a command line or into a script
    ("cli-password", ("psexec",), 0, (), "typed", r"(?i:psexec)[^\n]{0,120}? -p {1,3}" + _ARG, ("psexec \\\\10.0.0.9 -u admin -p <A10> cmd",), ("psexec \\\\host -u me -p $Password cmd", "psexec -p %nothing%")),
    ("cli-password", ("sshpass", "plink ", "pscp "), 0, (), "typed", r"(?:sshpass {1,3}-p|p(?:link|scp) [^\n]{0,120}?-pw) {0,3}" + _ARG, ("sshpass -p '<A12>' ssh host", "plink -pw <A12> me@host"), ("sshpass -p \"$PW\" ssh host", "sshpass -e ssh")),
    ("cli-password", ("docker login", "podman login", "oc login", "az login", "helm registry"), 0, (), "typed", r"(?:docker|podman|oc|az|helm registry)(?: registry)? login [^\n|]{0,160}?(?:-p|--password)[= ] {0,3}" + _ARG, ("docker login -u me -p <A14> reg.io",), ("docker login -u me --password-stdin", "docker login -u me -p $TOKEN")),
    ("azure-key", ("jqqj9", "azdo", "azfu"), 80, (), "any",
     r"[A-Za-z0-9]{52}JQQJ9(?:9|D)[A-Za-z0-9]{18,30}|[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}|[A-Za-z0-9_\-]{44}AzFu[A-Za-z0-9\-_]{5}[AQgw]==", ("<A52>JQQJ99<A26>", "<A76>AZDO<A4>"), ("JQQJ99", "AZDO")),
    ("cli-password", ("mysql", "mongo", "mariadb"), 0, (), "typed", r"(?:(?:mysql(?:dump|admin)?|mariadb) [^\n|]{0,120}?-p|mongo(?:sh|dump|restore)? [^\n|]{0,120}?-p {1,3})" + _ARG,
     ("mysql -u root -p<A12> db", "mongosh -u me -p '<A12>' host"), ("mysql -u root -p db", "mysql -u root -p$PW", "mysql -h x -P 3306")),
    ("cli-password", ("net use", "rdesktop", "smbclient", "redis-cli", "ldapsearch", "htpasswd", "unzip -p", "-passin", "-passout", "sqlcmd", "7z a", "7z x"), 0, (), "typed",
     r"(?:net use [^\n]{0,100}?/user:\S{1,60} {1,3}|rdesktop [^\n]{0,160}?-p {1,3}|smbclient [^\n]{0,160}?-U {0,3}['\"]?[^\s%'\"]{1,60}%|redis-cli [^\n|]{0,120}?-a {1,3}|ldapsearch [^\n]{0,200}?-w {1,3}"
     r"|htpasswd -[a-zA-Z]{0,4}b[a-zA-Z]{0,4} {1,3}\S{1,80} {1,3}\S{1,60} {1,3}|unzip -P {0,3}|-pass(?:in|out) {1,3}pass:|sqlcmd [^\n]{0,160}?-P {0,3}|7z [ax] [^\n]{0,100}?-p)" + _ARG,
     ("net use z: \\\\host\\x /user:me <A12>", "openssl rsa -passin pass:<A12> -p", "smbclient //h/s -U 'me%<A12>'", "redis-cli -h x -a <A16> ping"), ("net use z: /delete", "openssl rsa -passin pass:$PW", "ldapsearch -x -W", "ldapsearch -w $PW")),
    ("secure-string", ("to-securestring",), 0, (), "typed", r"(?i:to-securestring) (?:-String )?[\"'](?P<s>[^\"'\n]{4,128})[\"']", ("ConvertTo-SecureString '<A12>' -AsPlainText",), ("ConvertTo-SecureString $pw",)),
    ("sql-password", ("identified by",), 0, (), "mixed", r"(?i:identified by) {1,3}[\"'](?P<s>[^\s\"';]{4,128})", ("IDENTIFIED BY '<A14>';",), ("identified by their name",)),
)
