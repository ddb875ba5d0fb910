// autoskillit-guards: opencode runs no hook commands; this plugin starts the guards.  A fault lets the call run.
import { execFile } from "node:child_process"
import { homedir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const DATA = join(process.env.XDG_DATA_HOME || join(homedir(), ".local/share"), "autoskillit")

async function run(root, event, payload) {
  const words = ["-I", "-S", join(DATA, "code/hooks/event.py"), event, "opencode"]
  const options = { cwd: root, env: { ...process.env, CLAUDE_PROJECT_DIR: root }, timeout: 15000, maxBuffer: 1 << 27 }
  const job = promisify(execFile)(join(DATA, "python"), words, options)
  job.child.stdin.on("error", () => {})
  job.child.stdin.end(JSON.stringify({ event, cwd: root, ...payload }))
  try { return JSON.parse((await job).stdout || "{}") }
  catch (error) { return { say: `autoskillit: the guards failed: ${error.stderr?.trim() || error.message}` } }
}

export const AutoskillitGuards = async ({ directory, client }) => {
  const parents = new Map(), begun = new Set(), owed = new Map()
  const top = (id) => { while (parents.has(id)) id = parents.get(id); return id }

  async function ask(event, id, payload) {
    const session = top(id)
    if (!begun.has(session)) {
      begun.add(session)
      await ask("SessionStart", session, { source: "startup" })
    }
    const answer = await run(directory, event, { session, agent: session === id ? "" : id, ...payload })
    if (answer.say) await client?.tui?.showToast({ body: { message: answer.say, variant: "warning" } }).catch(() => {})
    return answer
  }

  return {
    event: async ({ event }) => {
      const info = event.properties?.info
      if (event.type === "session.created" && info?.parentID) parents.set(info.id, info.parentID)
      if (event.type === "session.idle") await ask("Stop", event.properties.sessionID, {})
    },
    "chat.message": async (input, output) => {
      const typed = output.parts.filter((part) => part.type === "text" && !part.synthetic)
      const answer = await ask("UserPromptSubmit", input.sessionID, { prompt: typed.map((part) => part.text).join("\n") })
      if (answer.context) owed.set(input.sessionID, answer.context)
    },
    "tool.execute.before": async (input, output) => {
      const call = { tool: input.tool, call: input.callID, input: output.args }
      const answer = await ask("PreToolUse", input.sessionID, call)
      if (answer.deny) throw new Error(answer.deny)
      if (answer.input) Object.assign(output.args, answer.input) // only a change in place counts
    },
    "tool.execute.after": async (input, output) => {
      const text = output.output ?? (output.content ?? []).map((part) => part.text ?? "").join("\n")
      const call = { tool: input.tool, call: input.callID, input: input.args, output: text }
      const answer = await ask("PostToolUse", input.sessionID, call)
      const more = [answer.output ?? text, owed.get(input.sessionID), answer.context].filter(Boolean).join("\n\n")
      owed.delete(input.sessionID)
      if (more === text) return
      if (typeof output.output === "string" || !output.content) output.output = more
      if (output.content) output.content = [{ type: "text", text: more }]
    },
  }
}
