"""Signatures and encryption by the tools made for it, OpenSSH's `ssh-keygen -Y` and `age`.  No cryptography here.

    sign      FILE -> FILE.sig, an SSH signature in the namespace `autoskillit-receipt`
    verify    does FILE.sig hold for FILE, and by whose key
    encrypt   FILE -> FILE.age for a recipient; the plain file goes

Each gives "" or what went wrong, in one line.  A tool that is not there is MISSING, which the caller says once.
"""
from __future__ import annotations

from hooks._stores import disk
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

NAMESPACE = "autoskillit-receipt"
IDENTITY = "autoskillit"
MISSING = "is not installed"
SECONDS = 10.0


def sign(path: str, key: str, env: Mapping[str, str], seconds: float = SECONDS) -> str:
    """Signs the file with an SSH key (Ed25519 is what we ask for; any that OpenSSH signs with works)."""
    key = os.path.expanduser(key)
    if not os.path.exists(key):
        return f"signing_key {key} does not exist; receipts stay unsigned"
    disk.remove(path + ".sig")
    return _run(["ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", NAMESPACE, path], env, seconds)


def allowed_signers(key: str, env: Mapping[str, str]) -> str:
    """The line that `verify` needs for a key of ours: its public half, for our namespace only; "" where it is lost."""
    key = os.path.expanduser(key)
    public = disk.read(key + ".pub", 16 * 1024).decode("utf-8", "replace").split()
    if len(public) < 2:
        done = _output(["ssh-keygen", "-y", "-P", "", "-f", key], env)
        public = done.split()
    return f'{IDENTITY} namespaces="{NAMESPACE}" {public[0]} {public[1]}\n' if len(public) >= 2 else ""


def verify(path: str, signers: str, env: Mapping[str, str]) -> str:
    """ "" where FILE.sig is a signature of FILE by a key in the `signers` file."""
    with open(path, "rb") as file:
        data = file.read()
    command = ["ssh-keygen", "-Y", "verify", "-f", signers, "-I", IDENTITY, "-n", NAMESPACE, "-s", path + ".sig"]
    return _run(command, env, SECONDS, data)


def encrypt(path: str, recipient: str, env: Mapping[str, str], seconds: float = SECONDS) -> str:
    """Encrypts the file to a recipient (`age1...` or an SSH public key) and removes the plain one."""
    temporary = f"{path}.{os.getpid()}.tmp"
    problem = _run(["age", "-r", recipient, "-o", temporary, path], env, seconds)
    if problem:
        disk.remove(temporary)
        return problem
    os.chmod(temporary, 0o600)
    os.replace(temporary, path + ".age")
    disk.remove(path)
    return ""


def decrypt(path: str, identity: str, env: Mapping[str, str]) -> bytes:
    """The plain bytes of a `.age` file.  Raises Fault."""
    import shutil
    import subprocess

    tool = shutil.which("age", path=env.get("PATH"))
    if not tool:
        raise disk.Fault(f"age {MISSING}; encrypted receipts cannot be read here")
    done = subprocess.run([tool, "-d", "-i", os.path.expanduser(identity), path], capture_output=True,
                          stdin=subprocess.DEVNULL, timeout=SECONDS, env=dict(env), check=False)
    if done.returncode:
        raise disk.Fault(f"{os.path.basename(path)} cannot be decrypted: {_last(done.stderr)}")
    return done.stdout


def _run(command: list[str], env: Mapping[str, str], seconds: float, data: bytes | None = None) -> str:
    import shutil
    import subprocess

    tool = shutil.which(command[0], path=env.get("PATH"))
    if not tool:
        return f"{command[0]} {MISSING}"
    try:
        # No terminal, no agent dialogue: a key with a passphrase fails here instead of hanging.
        done = subprocess.run([tool, *command[1:]], input=data, stdin=None if data is not None else subprocess.DEVNULL,
                              capture_output=True, timeout=seconds, check=False,
                              env={**env, "SSH_ASKPASS_REQUIRE": "never", "LC_ALL": "C"})
    except subprocess.TimeoutExpired:
        return f"{command[0]} took longer than {seconds:g} s"
    return "" if done.returncode == 0 else f"{command[0]}: {_last(done.stderr or done.stdout)}"


def _output(command: list[str], env: Mapping[str, str]) -> str:
    import shutil
    import subprocess

    tool = shutil.which(command[0], path=env.get("PATH"))
    if not tool:
        return ""
    done = subprocess.run([tool, *command[1:]], capture_output=True, stdin=subprocess.DEVNULL, timeout=SECONDS,
                          env={**env, "SSH_ASKPASS_REQUIRE": "never"}, check=False)
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""


def _last(raw: bytes) -> str:
    lines = raw.decode("utf-8", "replace").strip().splitlines()
    return lines[-1][:200] if lines else "failed without a word"
