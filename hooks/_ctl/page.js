"use strict";
// Draws the report from its data blocks.  INVARIANT: foreign text becomes text nodes, never markup, never an address.
(() => {
const project = JSON.parse(document.getElementById("project").textContent);
const page = document.getElementById("page");
const LEVELS = project.levels, HELD = ["nothing", "personal data", "internal text", "credentials"];
const SVG = "http://www.w3.org/2000/svg";
const RAN = ["done", "failed", "approved", "approved, failed", "interrupted", "open"];
const MOST = 8;                     // lines of a card before "and n more"
const FIRST = 300, BATCH = 1500;    // rows drawn at once, and then at a time

// ---- building ------------------------------------------------------------------------------------------------------
function make(name, more, ...inside) {
  const made = document.createElement(name);
  put(made, more);
  made.append(...inside.flat().filter(one => one !== null && one !== undefined && one !== ""));
  return made;
}
function draw(name, more, ...inside) {
  const made = document.createElementNS(SVG, name);
  put(made, more);
  made.append(...inside);
  return made;
}
function put(made, more) {
  for (const [key, value] of Object.entries(more || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "on") for (const [event, run] of Object.entries(value)) made.addEventListener(event, run);
    else made.setAttribute(key, value === true ? "" : value);
  }
}
const said = (text, more) => make("span", {class: "said" + (more ? " " + more : "")}, text);
const plural = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;
const tag = level => level ? make("span", {class: `tag l${Math.min(3, level)}`}, LEVELS[level].toLowerCase()) : "";
const read = name => { const found = document.getElementById(name); return found ? JSON.parse(found.textContent) : null; };

// ---- time (all of it UTC, as in the record) ------------------------------------------------------------------------
const clock = t => t ? new Date(t).toISOString().slice(11, 19) : "";
const day = t => t ? new Date(t).toISOString().slice(0, 10) : "";
function span(ms) {
  const s = Math.round(ms / 1000);
  return s < 60 ? `${s} s` : s < 3600 ? `${Math.floor(s / 60)} min` : s < 86400 ?
    `${Math.floor(s / 3600)} h ${Math.floor(s % 3600 / 60)} min` : `${Math.floor(s / 86400)} d`;
}

// ---- the first page: all sessions ----------------------------------------------------------------------------------
function all() {
  document.title = `Agent sessions: ${project.name}`;
  const sum = key => project.sessions.reduce((total, one) => total + one.counts[key], 0);
  const list = make("ul", {class: "sessions"}, project.sessions.map(entry));
  const search = make("input", {type: "search", placeholder: "Search sessions", "aria-label": "Search sessions", on: {input: () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    [...list.children].forEach((item, at) => {
      const one = project.sessions[at], hay = `${one.project || ""} ${one.title} ${one.id} ${one.agents.join(" ")}`.toLowerCase();
      item.hidden = !words.every(word => hay.includes(word));
    });
  }}});
  page.replaceChildren(head(), make("h1", {class: "said"}, project.name),
    make("p", {class: "brief"}, brief({counts: Object.fromEntries(
      ["calls", "asked", "denied", "approved", "declined", "left", "unread", "watched", "masked"].map(key => [key, sum(key)])),
      sessions: project.sessions.length})),
    project.objections.length ? make("section", {class: "card"}, make("h2", null, "What was objected to most"), make("ul", {class: "often"},
      project.objections.map(([text, n]) => make("li", null, make("time", null, `${n} ×`), said(text))))) : "",
    make("div", {class: "bar"}, search, make("span", {class: "count"}, plural(project.sessions.length, "session"))),
    project.sessions.length ? list : make("p", {class: "none"}, "No session is on record yet."),
    project.not_listed ? make("p", {class: "none"}, `${plural(project.not_listed, "older session")} not in this file: guardctl report ID -o FILE`) : "",
    foot());
  views = {search, items: () => [...list.querySelectorAll("li:not([hidden]) > a")]};
}

function entry(one, at) {
  const inside = [
    make("span", {class: "name said"}, one.title || "(no prompt on record)"),
    make("span", {class: "facts"}, one.project ? make("span", {class: "said project"}, one.project) : "", make("span", null, `${day(one.began)} ${clock(one.began).slice(0, 5)}`),
      make("span", null, span(one.ended - one.began)), make("span", null, plural(one.counts.calls, "call")),
      one.agents.length > 1 ? make("span", null, plural(one.agents.length - 1, "subagent")) : "",
      one.counts.asked ? make("span", {class: "v1 verdict"}, `${one.counts.asked} asked`) : "",
      one.counts.denied ? make("span", {class: "v2 verdict"}, `${one.counts.denied} denied`) : "",
      one.counts.unread ? make("span", {class: "warn"}, `${one.counts.unread} not read whole`) : "",
      one.faults && one.faults.length ? make("span", {class: "bad"}, "record changed") : "", tag(one.top),
      make("code", {class: "soft"}, one.id.slice(0, 8))),
    spark(one)];
  return make("li", {class: `in${Math.min(3, one.depth || 0)}`},
    one.here ? make("a", {href: `#s${at}`}, inside) : make("div", {title: "Not in this file: guardctl report ID -o FILE"}, inside));
}

function spark(one) {
  const strip = draw("svg", {viewBox: "0 0 190 40", "aria-hidden": "true"});
  const n = Math.max(48, one.strip.length);
  one.strip.forEach(([level, verdict], at) => {
    const x = 2 + 186 * (at + .5) / n;
    strip.append(draw("line", {class: `tick l${level}`, x1: x, x2: x, y1: 30 - 5 * level, y2: 34}));
    if (verdict) strip.append(draw("circle", {class: `mark${verdict}`, cx: x, cy: 9, r: 4}));
  });
  return strip;
}

// ---- the story of one session --------------------------------------------------------------------------------------
function brief(one) {
  const c = one.counts, parts = [], b = (text, kind) => make("b", {class: kind}, text);
  parts.push(one.sessions === undefined ? "" : `${plural(one.sessions, "session")}, `, plural(c.calls, "call"), ". ");
  if (one.held !== undefined) parts.push(...held(one));
  parts.push(c.left ? [b(plural(c.left, "call")), " went outside this machine. "] : "Nothing left this machine. ");
  if (!c.asked && !c.denied && !c.watched) parts.push(b("No objection", "good"), " was raised.");
  if (c.asked) parts.push(b(`${c.asked} asked`, "warn"), ` about (${c.approved} approved, ${c.declined} declined${c.asked > c.approved + c.declined ? `, ${c.asked - c.approved - c.declined} open` : ""})`, c.denied ? ", " : ".");
  if (c.denied) parts.push(b(`${c.denied} denied`, "bad"), ".");
  if (c.masked) parts.push(` In ${plural(c.masked, "result")} secrets were masked before the model saw them.`);
  if (c.watched) parts.push(` ${c.watched} would have been objected to, but the guards only watched.`);
  if (c.unread) parts.push(" ", b(plural(c.unread, "result"), "warn"), " could not be read whole.");
  return parts.flat();
}
function held(one) {
  if (!one.top) return ["Nothing sensitive was seen. "];
  const word = make("b", {class: `l${Math.min(3, one.top)}`}, LEVELS[one.top].toLowerCase());
  return ["The highest it saw was ", word, one.held ? `; it still holds ${HELD[one.held]}. ` : ". "];
}

function session(number) {
  const one = project.sessions[number], rows = read(`s${number}`);
  if (!rows) return all();
  document.title = `${one.title || one.id} · session report`;
  const left = rows.filter(row => row.to && RAN.includes(row.end)), objected = rows.filter(row => row.v);
  const raised = rows.filter(row => row.read);
  const list = make("ul", {class: "rows"}), at = new Map(rows.map((row, place) => [row, place]));
  const go = row => reveal(list, at.get(row));
  page.replaceChildren(head(number), make("h1", {class: "said"}, one.title || "(no prompt on record)"),
    make("p", {class: "meta"}, one.project ? make("span", {class: "said project"}, one.project) : "", make("code", null, one.id), make("span", null, `${day(one.began)}, ${clock(one.began)} to ${clock(one.ended)} UTC`),
      make("span", null, span(one.ended - one.began)), record(one)),
    make("p", {class: "brief"}, brief(one)),
    make("section", {class: "cards"},
      make("div", null,
        card("Asked of the agent", rows.filter(row => row.k === "prompt" && !row.op), row => said(row.what), () => "", go, "No prompt is on record."),
        card("Read that is not public", raised, row => said(`${row.tool === "Bash" ? "" : short(row.tool)} ${row.what || ""}`), row => row.m ? [make("span", {class: "soft"}, "masked "), tag(row.read)] : tag(row.read), go, "Nothing above public.")),
      make("div", null,
        card("Stopped, or asked about", objected, row => said(`${doing(row)}${row.to ? " to " + row.to : ""}`), ended, go, "Nothing: no guard had an objection."),
        card("Left this machine", left, row => said(`${doing(row)} to ${row.to}`), ended, go, "Nothing."))),
    rows.some(row => row.k === "call") ? timeline(one, rows, row => reveal(list, at.get(row))) : "",
    lineage(one), filters(one, rows, list, number), list, foot());
  fill(list, rows, one, number);
  views.go = place => reveal(list, place);
  views.objections = rows.map((row, place) => row.v ? place : -1).filter(place => place >= 0);
}

function record(one) {
  if (!one.checked) return "";
  return make("span", {class: one.faults.length ? "bad" : "good"}, one.faults.length ? `record: ${one.faults[0]}` : `record whole: ${plural(one.checked, "row")}`);
}

const more = row => row.op && row.op.toLowerCase() !== (row.tool || "").toLowerCase() && !short(row.tool).endsWith(row.op) ? row.op : "";
const doing = row => row.by ? row.by : row.tool === "Bash" && row.op ? row.op : `${short(row.tool) || row.op || ""}${row.to ? "" : ` ${more(row)}`}`.trim();
const ended = row => make("span", {class: row.v ? `verdict v${row.v}` : "soft"}, row.w ? "only watched" : row.end === "interrupted" ? "no result" : row.end || (row.v === 2 ? "denied" : "asked"));

function card(title, rows, show, side, go, none) {
  const list = make("ul"), more = make("button", {class: "more screen"});
  const add = some => list.append(...some.map(row => make("li", null, make("time", null, clock(row.t).slice(0, 5)),
    make("button", {on: {click: () => go(row)}}, show(row)), make("span", null, side(row)))));
  add(rows.slice(0, MOST));
  if (rows.length > MOST) {
    more.textContent = `and ${rows.length - MOST} more`;
    more.addEventListener("click", () => { add(rows.slice(MOST)); more.remove(); });
  }
  return make("section", {class: "card"}, make("h2", null, rows.length ? `${title} · ${rows.length}` : title),
    rows.length ? list : make("p", {class: "soft"}, none), rows.length > MOST ? more : "");
}

function lineage(one) {
  if (!one.lineage || one.lineage.length < 2) return "";
  return make("section", {class: "card tree"}, make("h2", null, "Lineage"), make("ul", null, one.lineage.map(node => {
    const place = project.sessions.findIndex(other => other.id === node.id && other.here);
    const line = make("li", {class: node.id === one.id ? "here" : null}, make("code", null,
      place >= 0 && node.id !== one.id ? make("a", {href: `#s${place}`}, node.id) : node.id), make("span", {class: "soft"}, ` ${node.about}`));
    line.style.paddingLeft = `${22 * node.depth}px`;
    return line;
  })));
}

// ---- the timeline: lanes of agents, what is held, verdicts, the drift line ------------------------------------------
function timeline(one, rows, go) {
  const W = 1080, L = 92, R = 14, LANE = 26, TOP = 18, shown = one.agents.map((name, a) => a).filter(
    a => !a || rows.some(row => (row.a || 0) === a)).slice(0, 12);
  const lanes = shown.length * LANE, bottom = TOP + lanes, DRIFT = 58, gap = 16;
  const scored = rows.map((row, at) => [at, row.s]).filter(([, score]) => score !== undefined);
  const H = bottom + (scored.length ? gap + DRIFT + 8 : 6), x = at => L + (W - L - R) * (at + .5) / rows.length;
  const svg = draw("svg", {viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": "The session from left to right: one lane an agent, a stroke a call, a dot an objection"});
  let from = 0;
  rows.forEach((row, at) => {     // what is held, as a wash behind the lanes
    if (at + 1 === rows.length || (rows[at + 1].held || 0) !== (row.held || 0)) {
      if (row.held) svg.append(draw("rect", {class: `held${row.held}`, x: x(from - .5), y: TOP - 6, width: Math.max(1, x(at + .5) - x(from - .5)), height: lanes + 2}));
      from = at + 1;
    }
  });
  shown.forEach((a, lane) => {
    const y = TOP + lane * LANE + LANE / 2 - 4, name = one.agents[a];
    svg.append(draw("line", {class: "lane", x1: L, x2: W - R, y1: y + 7, y2: y + 7}),
      draw("text", {x: 0, y: y + 6}, name.length > 14 ? name.slice(0, 13) + "…" : name));
  });
  const seen = new Set(), prompts = rows.map((row, at) => [row, at]).filter(([row]) => row.k === "prompt" && !row.op);
  prompts.forEach(([row, at], number) => {
    svg.append(draw("line", {class: "prompt", x1: x(at), x2: x(at), y1: 10, y2: bottom}));
    if (prompts.length <= 40) svg.append(draw("text", {class: "num", x: x(at) - 3, y: 8}, String(number + 1)));
  });
  rows.forEach((row, at) => {     // a stroke for each pixel at most
    const lane = shown.indexOf(row.a || 0), level = Math.min(3, row.level || 0), spot = `${Math.round(x(at))} ${lane} ${level}`;
    if (row.k !== "call" || lane < 0 || seen.has(spot)) return;
    seen.add(spot);
    const y = TOP + lane * LANE + LANE / 2 + 3;
    svg.append(draw("line", {class: `tick l${level}`, x1: x(at), x2: x(at), y1: y - 5 - 3 * level, y2: y}));
  });
  const marks = rows.map((row, at) => [row, at]).filter(([row]) => row.v);
  marks.slice(-600).forEach(([row, at]) => {
    const lane = Math.max(0, shown.indexOf(row.a || 0)), y = TOP + lane * LANE + LANE / 2 + 3;
    svg.append(draw("circle", {class: `mark${row.v}`, cx: x(at), cy: y, r: 5, on: {click: () => go(row)}},
      draw("title", null, `${clock(row.t)} ${row.end || ""} ${row.tool || ""}`)));
  });
  if (scored.length) {
    const y0 = bottom + gap + DRIFT, y = score => y0 - DRIFT * score, step = Math.max(1, Math.ceil(scored.length / 500));
    const kept = scored.filter((pair, n) => n % step === 0 || pair[1] >= .5);
    svg.append(draw("text", {x: 0, y: y(.5) + 4}, "drift"), draw("line", {class: "lane", x1: L, x2: W - R, y1: y0, y2: y0}),
      draw("line", {class: "limit", x1: L, x2: W - R, y1: y(.5), y2: y(.5)}),
      draw("polyline", {class: "drift", points: kept.map(([at, score]) => `${x(at).toFixed(1)},${y(score).toFixed(1)}`).join(" ")}));
    kept.slice(-200).forEach(([at, score]) => svg.append(draw("circle", {class: score >= .5 ? "dot high" : "dot", cx: x(at), cy: y(score), r: 2.4},
      draw("title", null, `${clock(rows[at].t)} drift ${score}`))));
  }
  const levels = [...new Set(rows.map(row => row.level || 0))].sort().filter(Boolean);
  return make("figure", null, make("h2", null, "Timeline"), svg, make("figcaption", {class: "key"},
    make("span", null, make("i"), "a call"), levels.map(level => make("span", {class: `l${Math.min(3, level)}`}, make("i"), `read or carried ${LEVELS[level].toLowerCase()}`)),
    marks.some(([row]) => row.v === 1) ? make("span", {class: "v1"}, make("i"), "asked about") : "",
    marks.some(([row]) => row.v === 2) ? make("span", {class: "v2"}, make("i"), "denied") : "",
    prompts.length ? make("span", null, "1, 2, … prompts") : "",
    scored.length ? make("span", null, make("i", {class: "line"}), "drift score, 0 to 1 (lexical; the dashes mark one half)") : "",
    one.agents.length > shown.length ? make("span", null, `${one.agents.length - shown.length} more agents below`) : ""));
}

// ---- filters and rows ----------------------------------------------------------------------------------------------
const KINDS = [["All", () => true], ["Objections", row => row.v], ["Left", row => row.to], ["Not public", row => row.level],
  ["Prompts", row => row.k === "prompt"], ["Failed", row => /failed|interrupted|declined/.test(row.end || "")]];

function filters(one, rows, list, number) {
  let kind = 0, hay = null;
  const count = make("span", {class: "count", role: "status"});
  const search = make("input", {type: "search", placeholder: "Search commands, results, reasons", "aria-label": "Search", on: {input: () => apply()}});
  const chips = KINDS.map(([name, fits], at) => make("button", {class: "chip", "aria-pressed": String(at === 0),
    disabled: at && !rows.some(fits), on: {click: () => choose(at)}}, name));
  const tools = [...new Set(rows.map(row => row.tool).filter(Boolean))].sort();
  const choice = (label, values) => make("select", {"aria-label": label, on: {change: () => apply()}},
    make("option", {value: ""}, label), values.map(([value, name]) => make("option", {value}, name)));
  const tool = choice("Every tool", tools.map(name => [name, name])), agent = choice("Every agent", one.agents.map((name, a) => [String(a), name]));
  function choose(at) {
    kind = at;
    chips.forEach((chip, n) => chip.setAttribute("aria-pressed", String(n === at)));
    apply();
  }
  function words() {      // lower-cased text of each line with its details, made at the first search
    hay = hay || rows.map((row, at) => `${row.tool || ""} ${row.op || ""} ${row.what || ""} ${row.to || ""} ${row.end || ""} ${JSON.stringify(detailOf(number, at))}`.toLowerCase());
    return hay;
  }
  function fits(row, at, wanted) {
    return KINDS[kind][1](row) && (!tool.value || row.tool === tool.value) && (!agent.value || String(row.a || 0) === agent.value) &&
      wanted.every(word => words()[at].includes(word));
  }
  function apply() {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    shown = rows.map((row, at) => fits(row, at, wanted));
    for (const item of list.children) item.hidden = !shown[item.dataset.at];
    tell();
  }
  function tell() {
    const n = shown.filter(Boolean).length;
    count.textContent = n === rows.length ? plural(n, "line") : `${n.toLocaleString("en")} of ${plural(rows.length, "line")}`;
    list.setAttribute("data-none", n ? "" : "1");
  }
  shown = rows.map(() => true);
  tell();
  views = {search, choose, clear() { search.value = tool.value = agent.value = ""; choose(0); },
           items: () => [...list.querySelectorAll(".row:not([hidden]) > button")]};
  return make("div", {class: "bar", role: "search"}, search, chips, tools.length > 1 ? tool : "", one.agents.length > 1 ? agent : "",
    one.left_out ? make("span", {class: "warn"}, `${plural(one.left_out, "older line")} left out of this file`) : "", count);
}

function fill(list, rows, one, number) {
  const mine = ++drawing;
  let done = 0;
  const more = to => {
    if (mine !== drawing) return;
    const some = document.createDocumentFragment();
    for (; done < Math.min(to, rows.length); done++) some.append(line(rows[done], done, one, number));
    list.append(some);
    if (done < rows.length) setTimeout(() => more(done + BATCH), 0);
  };
  rest = to => { while (done < Math.min(to, rows.length)) { const was = done; more(to); if (was === done) break; } };
  more(FIRST);
}

function line(row, at, one, number) {
  const verdict = row.v === 1 ? " ask" : row.v === 2 ? " deny" : "", tool = row.k === "call" ? short(row.tool) : row.op || row.k;
  const item = make("li", {class: `row ${row.k}${verdict}${row.a ? " inner" : ""}`, "data-at": at},
    make("button", {"aria-expanded": "false", on: {click: () => open(item, row, at, one, number)}},
      make("time", null, clock(row.t)), make("span", {class: "end"}, row.end || ""),
      make("span", {class: "tool", title: row.tool}, row.k === "prompt" ? (row.op ? "notice" : "prompt") : tool,
        row.k === "call" && more(row) ? make("small", null, ` ${row.op}`) : ""),
      said(row.what || "", "what"), make("span", {class: "to"}, row.to ? said(`→ ${row.to} `) : "", tag(row.level))));
  item.hidden = !shown[at];
  return item;
}
const short = tool => (tool || "").replace(/^mcp__/, "").replace(/__/g, " ");

function detailOf(number, at) {
  const name = `s${number}-${Math.floor(at / project.chunk)}`;
  if (!kept.has(name)) kept.set(name, read(name));
  return kept.get(name)[at % project.chunk];
}

function open(item, row, at, one, number) {
  const button = item.firstChild, was = button.getAttribute("aria-expanded") === "true";
  button.setAttribute("aria-expanded", String(!was));
  if (was) return item.lastChild.remove();
  const more = detailOf(number, at), list = make("dl", {class: "detail"});
  const add = (name, ...value) => value.some(Boolean) && list.append(make("dt", null, name), make("dd", null, value));
  const json = value => make("pre", null, typeof value === "string" ? value : JSON.stringify(value, null, 1));
  if (more.reason) add("Why", said(more.reason, "reason"));
  if (more.call) add("Reading", ...(more.call.effects ? more.call.effects.map(effect => make("div", null, said(effect))) : [json(more.call)]),
    ...(more.call.unknown || []).map(what => make("div", {class: "warn"}, "not understood: ", said(what))));
  for (const [name, found] of Object.entries(more.guards || {})) add(name, opinion(found, more.reason || ""));
  if (row.d !== undefined || row.s !== undefined) add("Drift", `distance ${row.d ?? "not measured"} (lexical), score ${row.s ?? "not measured"}`);
  if ((more.risk_signals || []).length) add("Signals", said(more.risk_signals.join(", ")));
  if (more.parameters !== undefined) add(row.k === "prompt" ? "Prompt" : "Arguments", ...shownValues(more.parameters, json));
  if (more.result_summary) add("Result", json(more.result_summary));
  if (more.unread) add("Not read", make("span", {class: "warn"}, plural(more.unread, "character")));
  if ((more.errors || []).length) add("Faults", make("span", {class: "bad"}, said(more.errors.join("; "))));
  add("Held then", HELD[row.held || 0]);
  add("Agent", said(one.agents[row.a || 0]));
  if (more.permission_mode) add("Mode", said(more.permission_mode));
  add("Record", make("code", null, `row ${more.seq}${more.id ? ", " + more.id : ""}`),
    row.v && more.id ? make("span", {class: "soft"}, " · guardctl explain ", make("code", null, more.id)) : "");
  item.append(list);
}
function opinion(found, told) {
  if (typeof found !== "object" || !found) return said(String(found));
  const {effect, reason, ...rest} = found;
  return make("div", {class: "guard"}, make("span", {class: effect === "deny" ? "v2 verdict" : effect === "ask" ? "v1 verdict" : "soft"}, effect || "", " "),
    said(told.includes(reason || "") ? "" : reason), Object.keys(rest).length ? shownValues(rest, value =>
      said(typeof value === "string" ? value : JSON.stringify(value, null, " ").replace(/\s*\n\s*/g, " "), "soft")) : "");
}
function shownValues(given, json) {
  if (typeof given !== "object" || !given || Array.isArray(given)) return [json(given)];
  return Object.entries(given).map(([name, value]) => make("div", {class: "pair"}, make("span", {class: "soft"}, name), json(value)));
}

function reveal(list, at) {
  rest(at + 1);
  const item = list.querySelector(`[data-at="${at}"]`);
  if (!item) return;
  if (item.hidden) views.clear();
  if (revealed && revealed !== item && revealed.firstChild.getAttribute("aria-expanded") === "true") revealed.firstChild.click();
  revealed = item;
  item.scrollIntoView({block: "start"});
  item.firstChild.focus({preventScroll: true});
  if (item.firstChild.getAttribute("aria-expanded") !== "true") item.firstChild.click();
}

// ---- head, foot, keys ----------------------------------------------------------------------------------------------
function head(number) {
  const buttons = [make("button", {on: {click: theme}, title: "Light or dark (t)"}, "Light / dark"), make("button", {on: {click: help}, title: "Keys (?)"}, "Keys")];
  return make("div", {class: "top"}, number === undefined || project.single ? make("span", null, "autoskillit guards") :
    make("a", {href: "#"}, "← All sessions"), make("span", {class: "screen"}, buttons));
}
const foot = () => make("footer", null, `Made ${project.made} by guardctl report from the records in ${project.state}. Times are UTC. Values are redacted as in the record; this file fetches nothing.`);
function theme() {
  const root = document.documentElement, dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}
const KEYS = [["/", "search"], ["j k", "next, previous line"], ["Enter", "open or close a line"], ["n N", "next, previous objection"],
  ["1 – 6", "filters: all, objections, left, not public, prompts, failed"], ["Esc", "clear search and filters"], ["g", "all sessions"], ["t", "light or dark"], ["?", "this list"]];
function help() {
  const box = make("dialog", {on: {close: () => box.remove()}}, make("h2", null, "Keys"), make("dl", null, KEYS.map(([key, what]) => [make("dt", null, make("kbd", null, key)), make("dd", null, what)]).flat()),
    make("button", {class: "chip", on: {click: () => box.close()}}, "Close"));
  document.body.append(box);
  box.showModal();
}
function step(by) {
  const items = views.items(), at = items.indexOf(document.activeElement);
  const next = items[at < 0 ? (by > 0 ? 0 : items.length - 1) : Math.max(0, Math.min(items.length - 1, at + by))];
  if (next) { next.focus({preventScroll: true}); next.scrollIntoView({block: "nearest"}); }
}
function objection(by) {
  const places = views.objections || [], item = document.activeElement && document.activeElement.closest("[data-at]");
  const here = item ? Number(item.dataset.at) : by > 0 ? -1 : Infinity;
  const next = by > 0 ? places.find(at => at > here) : places.filter(at => at < here).pop();
  if (next !== undefined) views.go(next);
}
const PRESSED = {"/": () => views.search.focus(), j: () => step(1), k: () => step(-1), ArrowDown: () => step(1), ArrowUp: () => step(-1),
  n: () => objection(1), N: () => objection(-1), t: theme, "?": help, g: () => { location.hash = ""; }};
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const typing = /INPUT|SELECT/.test(event.target.tagName);
  if (event.key === "Escape") { if (views.clear) views.clear(); if (typing) event.target.blur(); return; }
  if (typing) return;
  const number = Number(event.key);
  if (number >= 1 && number <= KINDS.length && views.choose) views.choose(number - 1);
  else if (PRESSED[event.key]) PRESSED[event.key]();
  else return;
  event.preventDefault();
});
addEventListener("beforeprint", () => rest(Infinity));

let views = {}, shown = [], drawing = 0, revealed = null, rest = () => {};
const kept = new Map();
function route() {
  drawing++;
  rest = () => {};
  const found = /^#s(\d+)$/.exec(location.hash);
  kept.clear();
  revealed = null;
  if (found && Number(found[1]) < project.sessions.length) session(Number(found[1]));
  else if (project.single) session(0);
  else all();
  scrollTo(0, 0);
}
addEventListener("hashchange", route);
route();
})();
