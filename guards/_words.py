"""All English words that decide anything: 300 at most, at most 60 of them the score "this text addresses the agent".

Law: no other module holds a word of a human language on which a verdict hangs; no other language is read.
Cannot see: what is said in other words.  Names of programs, tools, hosts and formats are facts, not words.
"""

# First words of a tool's name that only read.
READS = frozenset(
    """analyze ask browse calculate check compare count current describe download extract fetch find geocode get
    inspect list load login look lookup navigate open plan preview query read recommend retrieve route search show status
    summarize think tree verify view visit wait watch""".split()
)
# Words of a tool's name that open an address; those of one that writes a file here, or a draft, which nobody gets yet.
OPENS = frozenset("browse click download fetch link navigate open url visit webpage".split())
FILES = frozenset("directory draft drafts file files folder".split())
SAVES = frozenset("append create edit save write".split())
# Words of a tool's name after which something is different for somebody else.
CHANGES = frozenset(
    """accept add apply approve assign book buy cancel charge clear close create delete deploy disable dispatch drop edit enable execute
    forward grant install invite merge modify move pay place post publish purchase push refund register release remove rename reply
    reschedule reserve revoke run schedule send set share submit transfer trigger turn unlock update upload withdraw
    write""".split()
)
ASKS = CHANGES | {"please"}  # beginnings of a request
# What a prompt says of a thing that is to go.
REMOVES = frozenset(
    "clear delete destroy discard drop erase prune purge remove reset tear terminate truncate wipe".split()
)
# What a prompt can forbid, how it does, and what leaves it to the agent.
FORBIDDEN = tuple("push commit deploy publish merge delete send post install release".split())
NEVER = frozenset("don't dont not never without".split())
LISTED = frozenset("or and nor ever run use git".split())  # may stand between that and the verb
LEADS = frozenset("and but or please just so to do you must should nor also still then".split())
UNTIL = frozenset("until till unless before if when past beyond".split())
SPEAKER = frozenset("i me my".split())
# A text that addresses the agent: guards/_taint/score_block says how many points each group is.
OVERRIDES = frozenset("ignore disregard forget override".split())
OVERRIDDEN = frozenset("previous prior above instructions told".split())
SECRETLY = frozenset("tell mention inform asking telling mentioning reveal".split())
SILENCE = frozenset("not never without nothing t".split())  # don't is two words
AGENTS = frozenset("assistant assistants agent agents ai llm model chatbot gpt claude".split())
CALLED = frozenset("please must should needs need".split())
CLAIMS = frozenset("important urgent immediately attention required mandatory must".split())
ENDS = 1 << 14  # characters of the beginning and the end of a text
# One of these stands in every text of this machine that is searched for an order to the agent.
ADDRESSED = """you must|assistant|ignore all|ignore any|ignore prev|ignore prior|ignore your|ignore the prev|ignore the above
|ignore the inst|ignore what|disregard |agent:|not tell|not mention""".replace("\n", "").split("|")


def may_address(texts: list[str]) -> bool:
    ends = [(one[:ENDS] + one[-ENDS:]).lower().replace("-", " ") for one in texts]
    return any([sign in one for one in ends for sign in ADDRESSED])
