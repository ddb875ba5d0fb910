"""All English words that decide anything: 300 at most, at most 60 of them the score "this text addresses the agent".

Law: no other module holds a word of a human language on which a verdict hangs; no other language is read.
Cannot see: what is said in other words.  Names of programs, tools, hosts and formats are facts, not words.
"""

from guards._text import split_table

# Of a tool's name: first words of one that only reads; words that open an address; those of one that writes a file here,
# or a draft, which nobody gets yet; those after which something is different for somebody else.
READS, OPENS, FILES, SAVES, CHANGES = split_table(
    """reads analyze ask browse calculate check compare count current describe download extract fetch find geocode get
    inspect list load login look lookup navigate open plan preview query read recommend retrieve route search show status
    summarize think tree verify view visit wait watch
|opens browse click download fetch link navigate open url visit webpage
|files directory draft drafts file files folder|saves append create edit save write
|changes accept add apply approve assign book buy cancel charge clear close create delete deploy disable dispatch drop edit enable execute
    forward grant install invite merge modify move pay place post publish purchase push refund register release remove rename reply
    reschedule reserve revoke run schedule send set share submit switch transfer trigger turn unlock update upload withdraw
    write"""
).values()
ASKS = CHANGES | {"please"}  # beginnings of a request
# Of a prompt: what it says of a thing that is to go; what it can forbid, how it does, what may stand between that and the
# verb, and before the verb; what leaves it to the agent, and to whom not.
REMOVES, FORBIDDEN, NEVER, LISTED, LEADS, UNTIL, SPEAKER = split_table(
    """removes clear delete destroy discard drop erase prune purge remove reset tear terminate truncate wipe
|forbidden push commit deploy publish merge delete send post install release
|never don't dont not never without|listed or and nor ever run use git
|leads and but or please just so to do you must should nor also still then
|until until till unless before if when past beyond|speaker i me my"""
).values()
# A text that addresses the agent: guards/_taint/score_words says how many points each group is.  Don't is two words.
OVERRIDES, OVERRIDDEN, SECRETLY, SILENCE, AGENTS, CALLED, CLAIMS = split_table(
    """overrides ignore disregard forget override|overridden previous prior above instructions told
|secretly tell mention inform asking telling mentioning reveal|silence not never without nothing t
|agents assistant assistants agent agents ai llm model chatbot gpt claude
|called please must should needs need|claims important urgent immediately attention required mandatory must"""
).values()
ENDS = 1 << 14  # characters of the beginning and the end of a text
# One of these stands in every text of this machine that is searched for an order to the agent.
ADDRESSED = """you must|assistant|ignore all|ignore any|ignore prev|ignore prior|ignore your|ignore the prev|ignore the above
|ignore the inst|ignore what|disregard |agent:|not tell|not mention""".replace("\n", "").split("|")


def may_address(texts: list[str]) -> bool:
    ends = [(one[:ENDS] + one[-ENDS:]).lower().replace("-", " ") for one in texts]
    return any([sign in one for one in ends for sign in ADDRESSED])
