// The page: which run is shown, what both sides do, and what is drawn beside them.

import { Trouble, address, getJson, post } from "./api.js";
import { byId, count, element, number, speak } from "./format.js";
import { Calibration, Curve, PolicyMap, mapKey } from "./plots.js";
import { Side } from "./side.js";
import { duration } from "./view.js";
import "./style.css";

const STATE_MILLISECONDS = 2500;
const END_PAUSE_SECONDS = 0.8;

const sides = [];
const points = [];
let active = null;
let run = null; // what the server says of the run on screen
let where = null; // {run, seed}
let zoomed = false;
let following = true;
let paused = false;
let clock = 0;
let state = null;
let sweeping = 0;

const calibration = new Calibration(byId("calibration"));
const curve = new Curve(byId("curve"));
const map = new PolicyMap(byId("map"), {
  onPlay: (episode) => active.playArchived(episode),
  onLook: (point, aloud) => {
    const text = point ? `episode ${count(point.episode)}, return ${number(point.value)}` : "click a point to play it";
    byId("map-hint").textContent = text;
    if (aloud) speak(text);
  },
});

const hooks = {
  where: () => where,
  speed: () => Number(byId("speed").value),
  onActive: (side) => {
    active = side;
    for (const each of sides) each.root.classList.toggle("active", each === side && sides.length > 1);
  },
  onTrouble: tellTrouble,
  onPlace: (side, place) => map.mark(side.name, place),
  onPoint: (point) => {
    points.push(point);
    drawCalibration();
  },
  onEpisode: () => {
    clock = 0;
  },
  onZoom: () => {
    zoomed = !zoomed;
    fit();
  },
};

function tellTrouble(trouble) {
  const notice = byId("notice");
  notice.textContent = trouble?.message ?? "";
  notice.hidden = !notice.textContent;
}

// Runs

async function showList() {
  const runs = await getJson("runs");
  byId("main").hidden = true;
  byId("list").hidden = false;
  for (const id of ["all-runs", "compare", "seed-field"]) byId(id).hidden = true;
  byId("env").textContent = "gogepo dial";
  byId("about").textContent = `${runs.length} runs`;
  byId("runs").replaceChildren(...runs.map((each) => element("li", {},
    element("button", { type: "button", class: "run", onclick: () => open(each.name, each.seeds[0], runs).catch(tellTrouble) },
      element("strong", {}, each.name),
      element("span", {}, `${each.env} · ${methodName(each.method)}${each.seeds.length > 1 ? ` · ${each.seeds.length} seeds` : ""}`),
      element("span", { class: "progress" },
        each.training ? element("b", { class: "live" }, "training") : null,
        `${count(each.env_steps)} of ${count(each.budget)} steps`,
        each.best_return === null ? "" : ` · best ${number(each.best_return)}`)))));
}

const methodName = (method) => ({ gogepo: "GoGePo" })[method] ?? method.toUpperCase();

async function open(name, seed, runs) {
  tellTrouble(null);
  where = { run: name, seed };
  run = null;
  state = null;
  zoomed = false;
  points.length = 0;
  sweeping++;
  address.set("run", name);
  address.set("seed", seed);
  history.replaceState(null, "", `#${address}`);
  for (const side of sides) side.reset();
  byId("about").textContent = "loading …";
  const here = where;
  const known = runs ?? (await getJson("runs"));
  const listed = known.find((each) => each.name === name);
  byId("all-runs").hidden = known.length < 2;
  const seeds = listed?.seeds ?? [seed];
  byId("seed-field").hidden = seeds.length < 2;
  byId("seed").replaceChildren(...seeds.map((each) => element("option", { value: each, selected: each === seed }, String(each))));
  byId("env").textContent = listed?.env ?? name;
  await refresh(here);
}

// Fetch what is known of the run; a run without a checkpoint is asked again later.
async function refresh(here = where) {
  try {
    const fresh = await getJson("run", here);
    if (here !== where) return;
    const first = run === null;
    run = fresh;
    byId("list").hidden = true;
    byId("main").hidden = false;
    if (!sides.length) addSide("left");
    fit();
    byId("compare").hidden = !run.commandable;
    byId("sweep").hidden = !run.commandable;
    byId("calibration-figure").hidden = !run.commandable;
    byId("map-figure").hidden = !run.map;
    if (run.map) {
      map.update(run.map);
      const [low, high] = mapKey(run.map);
      byId("map-key").replaceChildren("return ", low, element("span", { class: "ramp" }), high, element("span", { class: "swatch path" }, "path of commands"));
    }
    tellTrouble(null);
    if (first) for (const side of sides) start(side);
  } catch (trouble) {
    if (here !== where) return;
    if (!run) {
      byId("list").hidden = true;
      byId("main").hidden = true;
    }
    tellTrouble(trouble);
  }
  await watch(here);
}

// The first policy: near the top of what was learned on the left, near its bottom on the right.
function start(side) {
  if (!run.commandable) {
    side.turn({});
    return;
  }
  const [low, high] = run.learned ?? run.return_range;
  side.ask(Number((side.name === "left" ? low + 0.9 * (high - low) : low + 0.3 * (high - low)).toPrecision(3)));
}

const windowNow = () => {
  if (!zoomed || !run.learned) return run.return_range;
  const [low, high] = run.learned;
  const room = 0.05 * (high - low || 1);
  return [low - room, high + room];
};

function fit() {
  for (const side of sides) side.fit(run, windowNow());
  drawCalibration();
  about();
}

function about() {
  const parts = [methodName(run.method), run.name];
  if (state) parts.push(`${count(state.env_steps)} of ${count(state.budget)} steps`);
  const words = [parts.join(" · ")];
  if (state?.training) words.push(" · ", element("b", { class: "live" }, "training"));
  byId("about").replaceChildren(...words);
  if (!run.commandable) byId("about").append(` · learns one policy, so there is no dial to turn`);
}

function drawCalibration() {
  if (!run?.commandable) return;
  calibration.update(run, points, windowNow());
  const key = (kind, text) => element("span", { class: `swatch ${kind}` }, text);
  byId("calibration-key").replaceChildren(
    ...[
      key("left", "your episodes"),
      sides.length > 1 ? key("right", "second policy") : null,
      points.some((point) => point.kind === "sweep") ? key("sweep", "sweep") : null,
      run.predicted ? key("foreseen", "evaluator's prediction") : null,
      key("learned", "seen in training"),
    ].filter(Boolean),
  );
}

// What changes while a run trains.
async function watch(here = where) {
  try {
    const [now, lines] = await Promise.all([getJson("state", here), getJson("curve", here)]);
    if (here !== where) return;
    if (lost) tellTrouble(null);
    lost = false;
    const changed = JSON.stringify(lines) !== watch.lines;
    state = now;
    if (run) about();
    if (changed) {
      watch.lines = JSON.stringify(lines);
      curve.update(lines);
      const episodes = lines.episodes.env_steps.length;
      byId("curve-hint").textContent = lines.evaluations.env_returns.length
        ? `last evaluation ${number(lines.evaluations.env_returns.at(-1))}` : episodes ? "" : "no records";
      byId("curve-key").replaceChildren(
        element("span", { class: "swatch faint" }, "episodes"), element("span", { class: "swatch line" }, "evaluations"));
    }
    if (now.loaded && now.loaded !== run?.checkpoint) await refreshOnce(here);
    else if (!run) tellTrouble(new Trouble(now.problem ?? "This run has no checkpoint yet. The page opens by itself when there is one."));
  } catch (trouble) {
    lost = true;
    if (here === where) tellTrouble(trouble);
  }
}

let lost = false; // whether the notice is about a server that does not answer
let refreshing = false;
async function refreshOnce(here) {
  if (refreshing) return;
  refreshing = true;
  try {
    await refresh(here);
  } finally {
    refreshing = false;
  }
}

async function sweep() {
  const mine = ++sweeping;
  const button = byId("sweep");
  try {
    let job = await post("sweep", where);
    let known = 0;
    for (let index = points.length - 1; index >= 0; index--) if (points[index].kind === "sweep") points.splice(index, 1);
    for (;;) {
      for (const episode of job.episodes.slice(known)) {
        if (Number.isFinite(episode.training_return)) points.push({ command: episode.command, achieved: episode.training_return, kind: "sweep" });
      }
      if (job.episodes.length > known) drawCalibration();
      known = job.episodes.length;
      button.textContent = `Sweeping ${Math.round((100 * known) / job.wanted)} %`;
      if (job.status !== "waiting" && job.status !== "playing") break;
      await new Promise((resume) => setTimeout(resume, 250));
      if (mine !== sweeping) return;
      job = await getJson(`jobs/${job.job}`);
    }
    if (job.status === "failed") throw new Trouble(job.problem);
  } catch (trouble) {
    tellTrouble(trouble);
  } finally {
    if (mine === sweeping) button.textContent = "Sweep the dial";
  }
}

// Sides

function addSide(name) {
  const side = new Side(name, hooks);
  sides.push(side);
  byId("sides").append(side.root);
  side.view.following = following;
  hooks.onActive(side);
  return side;
}

function compare() {
  const two = sides.length === 1;
  byId("compare").setAttribute("aria-pressed", String(two));
  byId("compare").textContent = two ? "Back to one" : "Compare two";
  byId("main").classList.toggle("two", two);
  if (two) {
    const side = addSide("right");
    side.fit(run, windowNow());
    start(side);
  } else {
    sides.pop().close();
    map.mark("right", null);
    hooks.onActive(sides[0]);
  }
  drawCalibration();
}

// Playback: one clock for both sides

function longest() {
  return Math.max(0.1, ...sides.filter((side) => side.view.episode).map((side) => duration(side.view.episode)));
}

let last = 0;
function frame(now) {
  const passed = Math.min(0.1, (now - last) / 1000);
  last = now;
  const end = longest();
  if (!paused) {
    clock += passed * Number(byId("speed").value);
    if (clock > end + END_PAUSE_SECONDS * Math.max(1, Number(byId("speed").value))) clock = 0;
    show(end);
  }
  requestAnimationFrame(frame);
}

function show(end = longest()) {
  const shown = Math.min(clock, end);
  const time = byId("time");
  if (document.activeElement !== time || !paused) time.value = String(shown / end);
  byId("clock").textContent = `${shown.toFixed(1)} s`;
  for (const side of sides) {
    if (side.view.recording || !side.view.episode) continue;
    side.view.time = Math.min(shown, duration(side.view.episode));
    side.view.draw();
  }
}

function setPaused(value) {
  paused = value;
  const button = byId("pause");
  button.setAttribute("aria-pressed", String(paused));
  button.setAttribute("aria-label", paused ? "Play" : "Pause");
}

// Colours

const THEMES = { auto: "Auto", light: "Light", dark: "Dark" };

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").textContent = THEMES[theme];
  byId("theme").setAttribute("aria-label", `Colours: ${THEMES[theme]}`);
  localStorage.setItem("gogepo-theme", theme);
  repaint();
}

function repaint() {
  for (const side of sides) side.view.repaint();
  calibration.redraw();
  curve.redraw();
  map.redraw();
}

async function begin() {
  setTheme(THEMES[localStorage.getItem("gogepo-theme")] ? localStorage.getItem("gogepo-theme") : "auto");
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
  byId("theme").addEventListener("click", () => {
    const names = Object.keys(THEMES);
    setTheme(names[(names.indexOf(document.documentElement.dataset.theme) + 1) % names.length]);
  });
  byId("compare").addEventListener("click", compare);
  byId("sweep").addEventListener("click", sweep);
  byId("all-runs").addEventListener("click", () => {
    where = null;
    showList().catch(tellTrouble);
  });
  byId("seed").addEventListener("change", (event) => open(where.run, Number(event.target.value)).catch(tellTrouble));
  byId("pause").addEventListener("click", () => setPaused(!paused));
  byId("time").addEventListener("input", (event) => {
    setPaused(true);
    clock = Number(event.target.value) * longest();
    show();
  });
  byId("follow").addEventListener("click", () => {
    following = !following;
    byId("follow").setAttribute("aria-pressed", String(following));
    for (const side of sides) side.view.following = following;
  });
  byId("view").addEventListener("click", () => sides.forEach((side) => side.view.resetView()));
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) setPaused(true);
  requestAnimationFrame(frame);
  const runs = await getJson("runs");
  const wanted = runs.find((each) => each.name === address.get("run")) ?? (runs.length === 1 ? runs[0] : null);
  if (wanted) {
    const seed = Number(address.get("seed"));
    await open(wanted.name, wanted.seeds.includes(seed) && address.has("seed") ? seed : wanted.seeds[0], runs);
  } else {
    await showList();
  }
  for (;;) {
    await new Promise((resume) => setTimeout(resume, STATE_MILLISECONDS));
    if (!document.hidden && where) await watch();
  }
}

begin().catch(tellTrouble);
