import pytest

from guards._sensitive.addresses import addresses, domains, private_names

SILENT = (
    "", "127.0.0.1", "0.0.0.0", "192.168.1.1", "10.0.0.0/8", "172.16.0.0", "192.0.2.17", "203.0.113.9", "255.255.255.0", "8.8.8.8", "v1.22.33.44",
    "version 10.1.20.30", "pkg==10.12.13.14", "1.2.3", "1.2.3.4.5", "10.20.30.400", "...", "a.b.c.d", "std::find(a)", "::1", "::", "2001:db8::1",
    "12:34:56", "01:23:45:67:89:AB", "a::b", "Foo::bar()", "10.12.13.14/16", "ff02::1", "1.0.0.0",
)
FOUND = (
    ("internal", "10.12.13.14"), ("internal", "1.10.12.13.14 10.12.13.14"),
    ("internal", "http://192.168.7.22:8080/x"), ("internal", "ssh 172.20.4.17"),
    ("ip", "86.121.97.248"), ("ip", "from 203.1.114.10 port 22"),
)


@pytest.mark.parametrize("text", SILENT)
def test_silent(text):
    assert list(addresses(text.encode())) == []


@pytest.mark.parametrize(("kind", "text"), FOUND)
def test_found(kind, text):
    assert [k for k, _, _ in addresses(text.encode())] == [kind]


@pytest.mark.parametrize("text", ["corp.example.org", "notcorp.example", "corp.example-x", "example"])
def test_not_our_domain(text):
    assert list(domains(text.encode(), [".corp.example"])) == []


@pytest.mark.parametrize("text", ["wiki.corp.example", "a.b.corp.example", "corp.example", "https://wiki.corp.example/x", "end at corp.example."])
def test_our_domain(text):
    [(start, end)] = domains(text.encode(), [".corp.example"])
    assert text[start:end].endswith("corp.example")


PRIVATE = [".internal", ".corp", ".local", ".lan", ".intranet", ".private", ".home.arpa"]


@pytest.mark.parametrize("text", [
    "", "threading.local()", "x = app.internal", "from app.internal import x", "import com.acme.internal", "cp .env.local .env",
    "~/.local/bin", "/usr/local/lib", "settings.local.json", "at com.acme.internal.Pool", "config.local", "self.private", "#internal", ".internal",
    "http://host.docker.internal:8080", "http://metadata.google.internal/computeMetadata", "redis.default.svc.cluster.local:6379",
    "git config user.email me@macbook.local", "localhost", "the corp", "a.corporate", "foo(bar.internal)", "wiki.internal = 3", "www.corp.com",
])
def test_code_and_what_every_machine_has(text):
    assert list(private_names(text.encode(), PRIVATE)) == []


@pytest.mark.parametrize("text", [
    "http://wiki.corp/x", "see wiki.corp for it", "postgres://u:p@db.prod.internal:5432/x", "ssh build.lan", "host: nas.home.arpa", "https://printer.local",
    "payroll.intranet", "mail bob@mail.corp", "The runbook is on wiki.internal.", "db-01.prod.internal:5432", "http://api.internal/v1",
])
def test_a_private_name(text):
    [(start, end)] = private_names(text.encode(), PRIVATE)
    assert text[start:end].strip(".").endswith(tuple(PRIVATE))
