"""GATE: the words of which a command must hold one to be worth reading, computed from the table of programs."""
from __future__ import annotations

from guards._shell.programs import PROGRAMS, ROOMS, waking

# Words of no program that make a command worth reading: what is secret by name, and how code reaches a network.
SECRET_WORDS = frozenset("""ansible buildah creds decrypt passphrase passwords passwort psk reveal
    buildctl bw credentials doppler environ envrc expose funnel kaniko getline gnupg hosts htpasswd id_dsa
    id_ecdsa id_ed25519 id_rsa inet jks jupyter kdbx key keychain keychains keystore kube kubeconfig localhost lpass
    mkfifo mount netrc npmrc op p12 pass password pem pfx pgpass ppk pypirc rsa secret secrets security
    serve server shadow share shred sshfs system tcp tfstate tunnel udp vault""".split())
# What an archive of modules holds of these lines is their values, and not the table.
GATE = SECRET_WORDS.union(*map(waking, PROGRAMS))
_FAMILIES = {name: frozenset(row[0].split()) for row in PROGRAMS for name in row[0].split()}
SHELLS = _FAMILIES["sh"]
INTERPRETERS = _FAMILIES["python"] | {"bun"}
SEARCHES = _FAMILIES["grep"]
# What only reads and prints.
LOOKS = frozenset(name for name, room in ROOMS.items() if room == "filters")
