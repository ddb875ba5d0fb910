// autoskillit-guards: opencode runs no hook commands, so this plugin asks the guards' scripts, as a hook would.
// install.py writes it (--agent opencode) and takes it out again; a fault of it lets the call run, with a word.
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const SCOPE = "@scope"
const SCRIPTS = { SessionStart: "session_start", UserPromptSubmit: "user_prompt_submit", Stop: "stop",
  PreToolUse: "pre_tool_use", PostToolUse: "post_tool_use" }

// This file lies in the project's .opencode/plugin; a folder below may bring a hook of its own.
function project(from) {
  const own = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
  if (SCOPE !== "user" && existsSync(join(own, ".autoskillit/hook"))) return own
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, ".autoskillit/hook"))) return at
    if (dirname(at) === at) return from
  }
}

function run(launcher, root, event, payload) {
  return new Promise((done) => {
    const words = [SCRIPTS[event], ...(SCOPE === "user" ? ["user"] : []), "agent"]
    const child = spawn("/bin/sh", ["-c", '(. "$0") || exit 1', launcher, ...words],
      { cwd: root, env: { ...process.env, CLAUDE_PROJECT_DIR: root }, timeout: 15000 })
    let out = "", err = ""
    child.stdout.on("data", (data) => { out += data })
    child.stderr.on("data", (data) => { err += data })
    child.stdin.on("error", () => {})
    child.on("error", (error) => done({ say: `autoskillit guards: ${error.message}` }))
    child.on("close", (code) => {
      try {
        done(code ? { say: err.trim() || `autoskillit guards: exit code ${code}` } : JSON.parse(out || "{}"))
      } catch {
        done({ say: "autoskillit guards: the answer cannot be read" })
      }
    })
    child.stdin.end(JSON.stringify({ opencode: event, directory: root, ...payload }))
  })
}

export const AutoskillitGuards = async ({ directory, client }) => {
  const root = project(directory)
  const launcher = SCOPE === "user" ? join(homedir(), ".autoskillit/hook") : join(root, ".autoskillit/hook")
  const parents = new Map(), begun = new Set(), owed = new Map()

  const top = (id) => { let at = id; while (parents.has(at)) at = parents.get(at); return at }
  const who = (id) => (top(id) === id ? { sessionID: id } : { sessionID: id, parentID: top(id) })

  async function ask(event, id, payload) {
    if (!begun.has(top(id)) && event !== "SessionStart") {
      begun.add(top(id))
      await ask("SessionStart", top(id), { source: "startup" })
    }
    const answer = await run(launcher, root, event, { ...who(id), ...payload })
    if (answer.say) {
      await client?.tui?.showToast({ body: { message: answer.say, variant: "warning" } }).catch(() => {})
      await client?.app?.log({ body: { service: "autoskillit", level: "warn", message: answer.say } }).catch(() => {})
    }
    return answer
  }

  return {
    event: async ({ event }) => {
      const info = event.properties?.info
      if (event.type === "session.created" && info?.parentID) parents.set(info.id, info.parentID)
      if (event.type === "session.idle") await ask("Stop", event.properties.sessionID, {})
    },
    "chat.message": async (input, output) => {
      const prompt = output.parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text).join("\n")
      const answer = await ask("UserPromptSubmit", input.sessionID, { prompt })
      if (answer.context) owed.set(input.sessionID, answer.context)
    },
    "tool.execute.before": async (input, output) => {
      const answer = await ask("PreToolUse", input.sessionID, { tool: input.tool, callID: input.callID, args: output.args })
      if (answer.deny) throw new Error(answer.deny)
      if (answer.args) {      // only a change in place counts
        for (const key of Object.keys(output.args)) if (!(key in answer.args)) delete output.args[key]
        Object.assign(output.args, answer.args)
      }
    },
    "tool.execute.after": async (input, output) => {
      const text = output.output ?? (output.content ?? []).map((part) => part.text ?? "").join("\n")
      const answer = await ask("PostToolUse", input.sessionID, { tool: input.tool, callID: input.callID, args: input.args,
        output: text })
      const more = [answer.output ?? text, owed.get(input.sessionID), answer.context].filter(Boolean).join("\n\n")
      owed.delete(input.sessionID)
      if (more === text) return
      if (typeof output.output === "string" || !output.content) output.output = more
      if (output.content) output.content = [{ type: "text", text: more }]
      if (answer.output !== undefined && output.metadata) {
        for (const key of Object.keys(output.metadata)) if (typeof output.metadata[key] === "string") output.metadata[key] = answer.output
      }
    },
  }
}
