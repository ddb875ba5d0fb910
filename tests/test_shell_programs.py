"""One row a program: its own examples, in several surroundings, and the gate that is computed from the rows."""
import json
from pathlib import Path

import pytest

from guards._call.bash import worth_reading
from guards._shell import machine, programs
from guards._shell.gate import GATE, SECRET_WORDS
from guards._shell.programs import HANDLERS, PROGRAMS, dispatch, waking

CASES = Path(__file__).parent / "cases"
YES = [(name, text.format(name)) for row in PROGRAMS for name in row[0].split() for text in row[3]]
NO = [(name, text.format(name)) for row in PROGRAMS for name in row[0].split() for text in row[4]]
SURROUNDINGS = ("{}", "cd /tmp && {}", "x=$({})", "bash -c {!r}", "f() {{ {}; }}; f", "if true; then {}; fi",
                "timeout 5 env A=1 sh -c {!r}", "true | {{ {}; }}")


def effects(command):
    """What it does that no reading undoes: what leaves with the file or anything else, and what is destroyed or run."""
    return [e for e in machine.read(command, "/p").effects if e.kind not in ("fetches",) or e.payload.files or e.payload.level
            or "://" in e.destination or e.destination.startswith("remote:")]


def test_a_program_stands_in_one_row():
    names = [name for row in PROGRAMS for name in row[0].split()]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("handler", sorted(set(HANDLERS.values())))
def test_every_row_has_its_function(handler):
    name = next(name for name, said in HANDLERS.items() if said == handler)
    assert callable(dispatch.handler(name))


@pytest.mark.parametrize(("name", "command"), NO)
def test_what_sends_nothing(name, command):
    assert [e for e in machine.read(command, "/p").effects if e.kind == "sends" and (
        e.payload.level or e.payload.files) and "localhost" not in e.destination] == []


@pytest.mark.parametrize(("name", "command"), YES)
def test_what_sends_is_seen_wherever_it_stands(name, command):
    for around in SURROUNDINGS:
        if "'" in command and "!r" in around:
            continue
        assert effects(around.format(command)), around


@pytest.mark.parametrize(("name", "command"), [row for row in YES if " | " not in row[1] or row[1].split()[-2] == row[0]])
def test_the_gate_opens_for_it(name, command):
    assert worth_reading(command)


# Commands that one word of the gate alone opens, for the words of which no row's example and no leak is such a one.
OPENED_BY_ONE = """\
ansible all -m setup | git archive HEAD | jupyter lab x | buildah bud . | buildctl build . | git bundle create b HEAD
bw list items | git clone x y | cloudflared access x | git config user.name x | skopeo copy a b | git credential fill
cat ~/.x/credentials | firebase deploy | doppler run x | cat /proc/self/environ | cat .envrc | x expose 8080 | git fetch x | x funnel 443
gawk '{ x |& getline }' | ls ~/.gnupg | cat hosts.yml | cat .htpasswd | cat id_dsa | cat id_ecdsa | cat id_ed25519 | cat id_rsa
perl5 inet x | cat a.jks | kaniko x | cat a.kdbx | cat a.key | x keychain y | ls Keychains/keychains | cat a.keystore | ls ~/.kube/x
cat kubeconfig | localtunnel x | lpass show x | lt x | mkfifo p | mount x y | cat .netrc | ngrok x | cat .npmrc | op read x | cat a.p12
pass show x | cat password | cat a.pem | cat a.pfx | cat .pgpass | cat a.ppk | git pull x | git push | cat .pypirc | git remote x
cat a.rsa | cat secret | ls secrets | security dump x | git send x | x serve 80 | x server 80 | cat /etc/shadow | x share y | sshfs a b
git submodule x | awk 'BEGIN { system(x) }' | cat < /dev/tcp/x/80 | telegram x y | cat a.tfstate | x tunnel 80 | cat < /dev/udp/x/80
twine upload x | cat a/vault"""


def test_the_gate_needs_each_of_its_words():
    """With a word taken out some command passes unread: none is there for nothing, and none can be lost unseen."""
    leaks = [json.loads(line)["command"] for line in (CASES / "leaks.jsonl").read_text("utf-8").splitlines()]
    ones = [one for line in OPENED_BY_ONE.splitlines() for one in line.split(" | ")]
    known = [command for command in (*ones, *(command for _, command in (*YES, *NO)), *leaks) if worth_reading(command)]
    needless = [word for word in sorted(GATE) if not any(
        word in command and not worth_reading(command, GATE - {word}) for command in known)]
    assert needless == []
    assert [one for one in ones if not worth_reading(one)] == []


def test_the_gate_holds_no_word_of_ordinary_work():
    assert GATE.isdisjoint("ls cat grep sed awk find test build run install npm make pytest commit status diff log add".split())


def test_words_that_are_no_programs_are_few():
    assert SECRET_WORDS.isdisjoint(HANDLERS.keys() - {"shred"})


def test_a_new_program_is_one_row():
    row = ("beam", "services.sender", "=", ("{} notes.txt",), ())
    assert waking(row) == {"beam"} and programs.HANDLERS.get("beam") is None
