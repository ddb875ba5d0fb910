"""Every rule and every excuse has a name: the only list of them, from which guardctl and docs/rules.md are made.

A rule's id stands in the verdict, the ledger row and the case rows; what has no id cannot decide (hooks/_run.py).
No hook loads this module.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# What a rule answers, by the first part of its id.
QUESTIONS = {
    "resume": "May this session resume that one?",
    "leave": "May this data leave?",
    "origin": "Does this call still serve what was asked?  Who asked for it",
    "drift": "Does this call still serve what was asked?  How far it is from the request",
    "loss": "Does this call still serve what was asked?  What it would destroy",
    "policy": "Does this call still serve what was asked?  Your own rules",
    "memory": "May this remembered fact still be believed?",
    "secret": "Does the model see the value of a secret?",
    "self": "Who may change the guards?",
    "consent": "Excuses: why something was not asked about",
}

# One a line: the id, and its sentence.
ROWS = """
resume.not-owner          A session of another caller and kitchen is gone on with.
resume.own-session        A session is told to go on with itself.
resume.layer              A session that nobody dispatched is gone on with.
resume.ambiguous          The id is the beginning of several sessions' ids.
resume.newest             The command goes on with the newest session, whoever's that is.
resume.kitchen-unproved   Only the project's last server says that the kitchen is the same.
resume.still-open         The session is still open in another process.
resume.open-twice         This very session is open in another process, too.
resume.no-owner           The session was dispatched, and no row says by whom: told, not asked.
resume.store-unreadable   The store that says whose session it is cannot be read: told; `strict` denies.
resume.unchecked          Nothing is known of the id, or it cannot be read: told, not asked.
resume.own-child          Excuse: this session, or one it is a fork of, launched it.
resume.same-kitchen       Excuse: it belongs to the kitchen that this session is in.
leave.closed              A tool that you tagged `external` is called by a session that holds private data.
leave.credentials-to-named      A secret goes to a place that you named, though you did not speak of the secret.
leave.credentials-to-remote     A secret goes to the project's own remote.
leave.credentials-to-service    A secret goes to the service behind this tool.
leave.credentials-to-unnamed    A secret goes to a place that no prompt named.
leave.credentials-to-foreign    A secret goes to a place that only a text of others named.
leave.internal-to-unnamed       Internal text goes to a place that no prompt named.
leave.internal-to-foreign       Internal text goes to a place that only a text of others named.
leave.document-to-service       A passage of an internal document goes to another service.
leave.document-to-unnamed       A passage of an internal document goes to a place that no prompt named.
leave.document-to-foreign       A passage of an internal document goes to a place that only a text of others named.
leave.pii-to-unnamed            Personal data goes to a place that no prompt named.
leave.pii-to-foreign            Personal data goes to a place that only a text of others named.
leave.repository-to-unnamed     The repository goes to a place that no prompt named.
leave.repository-to-foreign     The repository goes to a place that only a text of others named.
leave.opaque-to-service         Text without meaning that came from nowhere goes to the service behind a tool.
leave.opaque-to-unnamed         Text without meaning that came from nowhere goes to a place that no prompt named.
leave.opaque-to-foreign         The same goes to a place that only a text of others named.
leave.unread-to-unnamed         What nobody looked at goes to a place that no prompt named.
leave.unread-to-foreign         What nobody looked at goes to a place that only a text of others named.
leave.own-to-unnamed            A file of yours goes to a place that no prompt named, and others may have asked for it.
leave.own-to-foreign            A file of yours goes to a place that only a text of others named.
leave.archive-to-foreign        A whole folder goes to a place that only a text of others named.
leave.record-damaged      Something leads outside after this session's record was changed.
leave.not-read            What leaves was too long to be read in time.
leave.result-not-read     Something may carry what was not read of a long result.
leave.shows-itself        Excuse: a login shows itself to the project's remote, or to a machine of this network.
origin.foreign-text-orders  A text of others asks for this call, and you did not.
origin.place-from-text    Only a text of others can have said where this goes.
origin.swapped-value      An address or number differs by little from the one that you or your records gave.
origin.older-request      Only a request from before the conversation was shortened accounts for the call.
origin.unasked-act        After texts of others, an act of a kind that no prompt asked for.
origin.package            A package is installed that only a text of others names.
origin.remote-code        Code from an address is run that you did not name.
origin.whole-machine      An image of somebody's gets this whole machine.
origin.order              A text of others gives an order, and the call is that order.
origin.grant              Somebody gets access whom only a text of others names.
origin.setting            A file of settings takes in code, an account or an address that only others name.
origin.standing-file      What is run or obeyed later is changed as only a text of others asks.
origin.script-of-others   A script of others sends or changes what you did not speak of.
drift.serves-a-text       The last calls serve a text of others more than your request.
drift.to-nobody           Far from your request, something goes to a place that nobody named.
drift.wandering           The last calls share no word with what you asked: told to the agent, not asked.
loss.files                Files that exist nowhere else are removed or overwritten.
loss.uncommitted          Changes that were not committed are thrown away.
loss.untracked            Files that git does not know are removed.
loss.commits              Commits that stand on no other branch and no remote are dropped.
loss.stash                A stash is dropped.
loss.push                 A push overwrites commits of a remote.
loss.worktree             A worktree with work in it is removed.
loss.modes                Rights or owners of many files are changed.
loss.device               A disk or partition is written over.
loss.service              Something at a service, a database or a cluster is deleted.
loss.foreign-text-orders  A text of others asks for a call that would lose work.
policy.rule               A rule of yours in guards.json decides.
policy.read-encode-send   Something private was read, then packed, and now something is sent.
policy.create-then-grant  An account that this session created gets rights.
policy.pass               Excuse: a `pass` rule of yours answers it.
memory.stale              An audit failed: what was remembered before it is marked stale.
memory.told               What is remembered is shown at a prompt.
memory.taken-along        A call takes along what is remembered.
secret.masked             A secret in a result is shown to the model as a placeholder.
secret.placeholder        A placeholder would be written or sent in place of its value.
secret.reveal             The agent would make `guardctl reveal` show a value.
self.files                A command changes the guards' files, settings or records.
self.edit                 An editing tool changes the guards' files, settings or records.
self.settings-edit        An editing tool takes our hooks out of an agent's settings, or switches hooks off.
self.settings-lost        A settings file has lost our hooks.
self.service              Another server's tool works on the guards' files.
self.brought              An archive or folder brings a file in the place of one of ours.
self.script               A file that the session wrote and that changes the guards may run.
self.code                 Code in a command changes the guards' files, or hides what it changes.
self.hidden-path          A command changes a path that it spells so that nobody can read it.
self.running-hooks        The hooks that run lie outside the project, and would be changed.
self.guardctl             A command takes back what the guards know.
self.forged-event         A command runs the hooks by hand, which can make up what you said.
self.unguarded-client     A command starts an agent without the guards.
self.installer            A command installs or removes guards.
self.orchestrators-installer  A command runs AutoSkillit's installer, which changes hooks in every settings file.
self.processes            A command stops the guards at work.
self.variables            A command sets variables that steer the guards.
self.memory-cleared       A tool clears what the session remembers.
self.typed-command        The agent runs /guard-allow, which is yours to type.
self.strict-fault         Something failed, and `strict` denies where guards cannot judge.
consent.approved-before   You said yes to the same before, in this session.
consent.asked-for         You asked for just this.
consent.delegated         You handed the lead to this text, and it stays within what is yours.
consent.let-through       You typed `guard: allow`, or ran `guardctl allow`.
consent.named-place       All of it goes to places that you named or trust.
consent.spoken-of         You named the place and spoke of the file or the secret.
consent.trusted-place     The place stands in `trusted_destinations`.
"""


def rules() -> Iterator[tuple[str, str]]:
    """(id, sentence) of every rule and excuse, in order."""
    for line in ROWS.strip().splitlines():
        id, _, sentence = line.partition(" ")
        yield id, sentence.strip()
