// One side of the page: a dial, the agent, how it went, and what can be taken home.

import { getBytes, getJson, post } from "./api.js";
import { deviation, element, mean, number, save, speak } from "./format.js";
import { gif, mp4 } from "./film.js";
import { View, readEpisode } from "./view.js";

const POLL_MILLISECONDS = 150;
const TURN_MILLISECONDS = 120;

const pause = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds));

export class Side {
  constructor(name, hooks) {
    this.name = name;
    this.hooks = hooks;
    this.turns = 0;
    this.job = null;
    this.root = element("section", { class: "side", "data-side": name, "aria-label": name === "left" ? "First policy" : "Second policy" });
    this.screen = element("div", { class: "screen" });
    this.caption = element("p", { class: "caption" });
    this.screen.append(this.caption);
    this.view = new View(this.screen, "The agent, drawn from its poses. Arrow keys move the camera.");
    this.makeDial();
    this.makeNumbers();
    this.makeTakings();
    this.root.append(this.screen, this.dial, this.numbers, this.takings);
    this.root.addEventListener("focusin", () => hooks.onActive(this));
    this.root.addEventListener("pointerdown", () => hooks.onActive(this));
  }

  makeDial() {
    const label = `Return asked for${this.name === "right" ? ", second policy" : ""}`;
    this.slider = element("input", { type: "range", class: "knob", "aria-label": label, oninput: () => this.ask(Number(this.slider.value)) });
    this.exact = element("input", {
      type: "number", class: "exact", step: "any", "aria-label": `${label}, exactly`,
      onchange: () => this.exact.value !== "" && this.ask(Number(this.exact.value)),
    });
    this.track = element("div", { class: "track", "aria-hidden": "true" });
    this.learned = element("div", { class: "learned" });
    this.marks = element("div", { class: "marks" });
    this.ticks = element("div", { class: "ticks", "aria-hidden": "true" });
    this.track.append(this.learned, this.marks);
    this.zoom = element("button", { type: "button", class: "quiet zoom", onclick: () => this.hooks.onZoom() }, "Zoom to learned");
    this.dial = element("div", { class: "dial" },
      element("div", { class: "asked" }, element("span", { class: "label" }, "Return asked for"), this.exact, this.zoom),
      element("div", { class: "scale" }, this.track, this.slider, this.ticks));
  }

  makeNumbers() {
    const figure = (label) => {
      const value = element("dd", {}, "–");
      return [value, element("div", {}, element("dt", {}, label), value)];
    };
    const [asked, first] = figure("asked");
    const [predicted, second] = figure("evaluator predicts");
    const [achieved, third] = figure("achieved");
    const [paid, fourth] = figure("with survival bonus");
    this.figures = { asked, predicted, achieved, paid };
    this.askedBox = first;
    this.predictedBox = second;
    this.paidBox = fourth;
    this.chips = element("ol", { class: "chips", "aria-label": "Episodes" });
    this.numbers = element("div", { class: "numbers" }, element("dl", {}, first, second, third, fourth), this.chips);
  }

  makeTakings() {
    const button = (text, action) => element("button", { type: "button", class: "quiet", disabled: true, onclick: (event) => this.take(event.currentTarget, action) }, text);
    this.buttons = [
      button(".safetensors", () => this.download("safetensors")),
      button(".onnx", () => this.download("onnx")),
      button(".gif", (share) => this.film("gif", gif, share)),
      button(".mp4", (share) => this.film("mp4", mp4, share)),
    ];
    this.python = element("pre", { tabIndex: 0, "aria-label": "Python lines" });
    this.copy = element("button", { type: "button", class: "quiet", onclick: () => this.copyPython() }, "Copy");
    this.takings = element("div", { class: "takings" },
      element("span", { class: "label" }, "Take it home"), ...this.buttons,
      element("details", {}, element("summary", {}, "Python"), element("div", { class: "python" }, this.python, this.copy)));
  }

  // The run, and the part of its range that the dial covers.
  fit(run, window) {
    this.run = run;
    this.window = window;
    if (run.scene) this.view.set(run.scene);
    const [low, high] = window;
    const step = 10 ** Math.floor(Math.log10((high - low) / 400));
    this.slider.step = String(step);
    this.slider.min = String(Math.floor(low / step) * step);
    this.slider.max = String(Math.ceil(high / step) * step);
    this.dial.hidden = !run.commandable;
    this.askedBox.hidden = !run.commandable;
    this.predictedBox.hidden = !run.predicted;
    this.paidBox.hidden = !run.survival_bonus;
    this.figures.achieved.previousSibling.textContent = run.survival_bonus ? "achieved without bonus" : "achieved";
    this.slider.value = String(this.command ?? run.best_return ?? low);
    const zoomed = window[0] !== run.return_range[0] || window[1] !== run.return_range[1];
    this.zoom.textContent = zoomed ? "Whole range" : "Zoom to learned";
    const [bottom, top] = run.return_range;
    this.zoom.hidden = !run.learned || run.learned[0] === run.learned[1] || run.learned[1] - run.learned[0] > 0.9 * (top - bottom);
    if (run.learned) {
      const [from, to] = run.learned.map((value) => Math.min(Math.max(this.share(value), 0), 1));
      this.learned.style.setProperty("--from", from);
      this.learned.style.setProperty("--to", to);
    }
    this.learned.hidden = !run.learned;
    this.ticks.replaceChildren(...ticks(low, high).map((value) => {
      const tick = element("span", {}, number(value, Number.isInteger(value) ? 0 : undefined));
      tick.style.setProperty("--share", this.share(value));
      return tick;
    }));
    this.drawMarks();
  }

  share(value) {
    const [low, high] = [Number(this.slider.min), Number(this.slider.max)];
    return (value - low) / (high - low);
  }

  // Turn the dial: at most a few times a second, and only the last turn counts.
  ask(command) {
    if (!Number.isFinite(command)) return;
    this.command = command;
    this.slider.value = String(command);
    this.exact.value = String(Number(command.toFixed(4)));
    this.figures.asked.textContent = number(command);
    const wait = Math.max(0, (this.turned ?? 0) + TURN_MILLISECONDS - performance.now());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.turn({ command }), wait);
  }

  playArchived(episode) {
    clearTimeout(this.timer);
    return this.turn({ archived: episode });
  }

  async turn(asked) {
    this.turned = performance.now();
    const turn = ++this.turns;
    this.root.classList.add("busy");
    try {
      const job = await post("turn", { ...this.hooks.where(), slot: this.name, ...asked });
      if (turn !== this.turns || job.superseded) return;
      this.begin(job, asked);
      await this.listen(turn, job.job);
    } catch (trouble) {
      if (turn !== this.turns) return;
      this.hooks.onTrouble(trouble);
    } finally {
      if (turn === this.turns) this.root.classList.remove("busy");
    }
  }

  begin(job, asked) {
    this.job = job;
    this.shown = -1;
    this.playing = -1;
    if (asked.archived === undefined && job.command !== null) {
      this.command = job.command;
      this.exact.value = String(Number(job.command.toFixed(4)));
      this.slider.value = String(job.command);
    }
    this.python.textContent = job.python;
    this.hooks.onPlace(this, job.place);
    this.tell(job);
  }

  async listen(turn, number) {
    for (;;) {
      const job = await getJson(`jobs/${number}`);
      if (turn !== this.turns) return;
      const before = this.job.episodes.length;
      this.job = job;
      this.tell(job);
      for (const episode of job.episodes.slice(before)) {
        if (job.command !== null && episode.training_return !== undefined) {
          this.hooks.onPoint({ command: job.command, achieved: episode.training_return, kind: this.name });
        }
      }
      const first = job.episodes.find((episode) => episode.frames);
      if (this.shown < 0 && first) await this.showEpisode(first.number, turn);
      if (job.status === "failed") throw Object.assign(new Error(job.problem), { status: 500 });
      if (job.status !== "waiting" && job.status !== "playing") {
        const achieved = job.episodes.map((episode) => episode.training_return).filter(Number.isFinite);
        if (job.status === "done") speak(`Asked ${number_(job.command)}, achieved ${number_(mean(achieved))} on average`);
        return;
      }
      await pause(POLL_MILLISECONDS);
    }
  }

  async showEpisode(episode, turn = this.turns) {
    this.shown = episode;
    const bytes = await getBytes(`jobs/${this.job.job}/frames/${episode}`);
    if (turn !== this.turns || this.shown !== episode) return;
    this.view.show(readEpisode(bytes));
    this.playing = episode;
    for (const button of this.buttons) button.disabled = false;
    this.tell(this.job);
    this.hooks.onEpisode(this);
  }

  tell(job) {
    const returns = job.episodes.map((episode) => episode.training_return).filter(Number.isFinite);
    const archived = job.archived !== null && job.archived !== undefined;
    this.figures.asked.textContent = archived ? `episode ${job.archived}` : number(job.command);
    this.figures.predicted.textContent = number(job.predicted);
    const spread = returns.length > 1 ? ` ± ${number(deviation(returns))}` : "";
    this.figures.achieved.textContent = returns.length ? `${number(mean(returns))}${spread}` : "…";
    this.figures.paid.textContent = number(mean(job.episodes.map((episode) => episode.env_return).filter(Number.isFinite)));
    const place = archived ? `policy of episode ${job.archived}, which got ${number(job.archived_return)}` : job.command === null ? "" : `asked for ${number(job.command)}`;
    const now = job.episodes[this.playing];
    this.caption.textContent = now ? [place, `got ${number(now.training_return)} in ${now.env_steps} steps`].filter(Boolean).join(" · ") : place;
    const chips = Array.from({ length: job.wanted }, (_, index) => this.chip(job.episodes[index], index));
    this.chips.replaceChildren(...chips);
    this.drawMarks();
  }

  chip(episode, index) {
    if (!episode) return element("li", {}, element("span", { class: "chip waiting", "aria-label": `Episode ${index + 1}, not over yet` }, "·"));
    if (episode.fault) return element("li", {}, element("span", { class: "chip fault", title: episode.detail }, episode.fault));
    return element("li", {}, element("button", {
      type: "button", class: "chip", disabled: !episode.frames, "aria-pressed": String(this.playing === index),
      "aria-label": `Show episode ${index + 1}, return ${number(episode.training_return)}`,
      title: `${episode.env_steps} steps, env return ${number(episode.env_return)}`,
      onclick: () => this.showEpisode(index).catch((trouble) => this.hooks.onTrouble(trouble)),
    }, number(episode.training_return)));
  }

  // On the track itself: what the evaluator foresaw and what was achieved.
  drawMarks() {
    if (!this.run || !this.job) return;
    const mark = (kind, value) => {
      const share = this.share(value);
      if (!(share >= 0 && share <= 1)) return null;
      const made = element("i", { class: kind });
      made.style.setProperty("--share", share);
      return made;
    };
    const achieved = this.job.episodes.map((episode) => mark("achieved", episode.training_return));
    const foreseen = this.job.predicted === null ? null : mark("foreseen", this.job.predicted);
    this.marks.replaceChildren(...[foreseen, ...achieved].filter(Boolean));
  }

  async take(button, action) {
    const text = button.textContent;
    button.disabled = true;
    try {
      await action((share) => (button.textContent = `${text} ${Math.round(100 * share)} %`));
    } catch (trouble) {
      this.hooks.onTrouble(trouble);
    } finally {
      button.textContent = text;
      button.disabled = false;
    }
  }

  fileName(kind) {
    const what = this.job.archived !== null ? `episode-${this.job.archived}` : this.job.command === null ? "policy" : `return-${Number(this.job.command.toFixed(2))}`;
    return `${this.run.env.split(/[:/]/).at(-1)}-${what}.${kind}`;
  }

  async download(kind) {
    save(await getBytes(`jobs/${this.job.job}/policy.${kind}`), this.fileName(kind));
  }

  async film(kind, make, onShare) {
    save(await make(this.view, this.hooks.speed(), onShare), this.fileName(kind));
    this.hooks.onEpisode(this);
  }

  async copyPython() {
    await navigator.clipboard?.writeText(this.python.textContent).catch(() => {});
    this.copy.textContent = "Copied";
    setTimeout(() => (this.copy.textContent = "Copy"), 1500);
  }

  reset() {
    this.turns++;
    clearTimeout(this.timer);
    this.job = null;
    this.command = undefined;
    this.marks.replaceChildren();
    this.chips.replaceChildren();
  }

  close() {
    this.reset();
    post("stop", { slot: this.name }).catch(() => {});
    this.view.close();
    this.root.remove();
  }
}

const number_ = number;

function ticks(low, high) {
  const raw = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= raw);
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step * 1e-6; value += step) found.push(Number(value.toPrecision(10)));
  return found;
}
