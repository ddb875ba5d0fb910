"""What a tool is: tags from the settings first, then from its name; which of its arguments is a command.

A tool of a server may lead outside unless the server is known to work on this machine.  Cannot see: what a server does
behind a name that says nothing.
"""

from guards import Any, Event, Row
from guards._text import list_leaves, match_glob, split_table, split_words

WORDS = split_table("""shells Bash PowerShell Monitor exec_command local_shell shell|runs bash cmd code command eval evaluate exec execute process python repl run sh shell terminal
|writers Write Edit MultiEdit NotebookEdit apply_patch
|local calculator commander desktop duckdb editor everything excel file files filesystem fs git ide lsp memory pdf ppt sequential serena shell sqlite terminal text thinking time word
|private mail gmail outlook imap drive gdrive notion confluence jira crm salesforce hubspot hr slack teams calendar sharepoint dropbox docs onedrive zendesk intercom linear asana monday airtable sheets bank payroll patient database postgres mysql bigquery snowflake stripe ledger contacts whatsapp telegram vault
|written mail gmail outlook imap slack teams jira zendesk intercom linear github gitlab discord telegram whatsapp twitter reddit web http fetch browser playwright puppeteer chrome search brave tavily exa perplexity firecrawl crawl rss issues notion confluence drive gdrive docs calendar hackernews wikipedia
|anybody web search websearch perplexity tavily exa brave firecrawl openai chat completion deepl translate n8n zapier webhook hooks fetch http artifact
|reads get list search read fetch find query show describe view lookup count check status retrieve select|carries email publish share sms transfer upload
|changes pay send transfer delete remove drop cancel refund buy purchase order book reserve invite share grant revoke merge close publish deploy release post create update approve archive schedule|writes send post create
|web webpage website url|opens navigate open goto|addresses url uri link href endpoint webhook webhook_url image_url base_url
|receivers to cc bcc recipient recipients email emails attendees channel channel_id owner user share_with invitees|files file path attach attachment attachments source upload image document files
|paths file_path notebook_path absolute_path path|payload body data payload json content headers""")
SHELL_ARGUMENTS = "command cmd script command_line commandline commands".split()
# The client's own tools that lead outside or launch sessions, and their tags; all others of its own stay on this machine.
OUTWARD = """WebFetch web_fetch|fetches external untrusted_source
WebSearch web_search|external untrusted_source
Artifact RemoteTrigger PushNotification CronCreate|external
Task Agent|dispatcher resume=resume
dispatch_food_truck run_skill|dispatcher resume=resume_session_id session=session_id
run_cmd|shell=cmd"""
CLIENT_TOOLS = {
    name: {key: value or True for key, _, value in (tag.partition("=") for tag in tags.split())}
    for names, _, tags in (row.partition("|") for row in OUTWARD.split("\n"))
    for name in names.split()
}


def part_tool(tool: str) -> tuple[str, str]:
    """(server, short name): mcp__mail__search -> mail, search."""
    server = tool[5:].rpartition("__")[0] if tool.startswith("mcp__") else ""
    return server, tool.rpartition("__")[2]


def resolve_tags(tool: str, settings: Row) -> Row:
    """The tags of a tool: the first row of the settings' `tools` whose glob fits, then what its name says.
    `by_hand` lists the tags that the settings give.
    """
    server, short = part_tool(tool)
    tags = dict(CLIENT_TOOLS.get(short, {}))
    if server:
        servers, names = {*split_words(server)}, {*split_words(short)}
        local = servers & WORDS["local"] and not (servers | names) & WORDS["carries"]
        reads = names & WORDS["reads"] and not names & WORDS["writes"]
        tags.setdefault("external", not tags and not local)
        opens_web = names & WORDS["web"]  # whoever's page it is, it is not private
        tags["internal_source"] = bool(servers & WORDS["private"]) and not opens_web
        tags["untrusted_source"] = bool((servers | names) & WORDS["written"] and not local)
        tags["consequential"] = bool(names & WORDS["changes"] and not reads)
    for pattern, given in settings["tools"].items():
        if isinstance(given, dict) and (pattern == short or match_glob(pattern, tool)):
            row = {str(key).removeprefix("is_"): value for key, value in given.items()}
            return {**tags, **row, "by_hand": tuple(row)}
    return tags


def find_command(event: Event, tags: Row) -> str:
    """The text that a call hands to a shell, "" where it hands none."""
    shell, words = tags.get("shell"), split_words(event.short)
    named = event.tool in WORDS["shells"] or not WORDS["runs"].isdisjoint(words)
    if shell is False or not (shell or (named and event.tool not in CLIENT_TOOLS)):
        return ""
    names = (shell,) if isinstance(shell, str) else SHELL_ARGUMENTS
    values = (one for one in map(event.input.get, names) if isinstance(one, (str, list)))
    many = "commands" in event.input  # ["ls", "pwd"], [{"label": "files", "command": "ls"}]
    return join_command(next(values, ""), " \n"[many])


def join_command(given: Any, joint: str = " ") -> str:
    """A command as one text, also where it is a list of words: of `bash -lc LINE` the line."""
    if not isinstance(given, list):
        return str(given)
    words = [one for key, one in list_leaves(given) if key in ("", *SHELL_ARGUMENTS)]
    return words[2] if len(words) == 3 and words[1] in ("-c", "-lc") else joint.join(words)
