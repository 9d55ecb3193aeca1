// Calibration, learning curve and the map of policies.

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { color, number } from "./format.js";

const FONT = '11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

function axes(x, y) {
  const common = { stroke: color("ink-soft"), font: FONT, labelFont: FONT, labelSize: 16, grid: { stroke: color("rule"), width: 1 }, ticks: { show: false } };
  const short = (_, values) => values.map((value) => compact(value));
  return [
    { ...common, label: x, size: 22, values: short },
    { ...common, label: y, size: (_, values) => 12 + 6.5 * Math.max(3, ...(values ?? []).map((value) => value.length)), values: short },
  ];
}

function compact(value) {
  if (value === null || value === undefined) return "";
  const size = Math.abs(value);
  const [scaled, unit] = size >= 1e6 ? [value / 1e6, "M"] : size >= 1e4 ? [value / 1e3, "k"] : [value, ""];
  return `${Number(scaled.toPrecision(4)).toLocaleString("en")}${unit}`.replace("-", "−");
}

class Plot {
  constructor(holder) {
    this.holder = holder;
    this.observer = new ResizeObserver(() => this.redraw());
    this.observer.observe(holder);
  }

  redraw() {
    const width = this.holder.clientWidth;
    const height = this.holder.clientHeight;
    this.plot?.destroy();
    this.plot = null;
    if (!width || !height || !this.data) return;
    this.plot = new uPlot({ width, height, legend: { show: false }, cursor: { show: false }, padding: [8, 18, 0, 0], ...this.options() }, this.data, this.holder);
    this.plot.root.setAttribute("aria-hidden", "true");
  }
}

const line = (stroke, width, more = {}) => ({ stroke, width, spanGaps: true, points: { show: false }, ...more });
const dots = (stroke, size, more = {}) => ({ stroke, fill: stroke, paths: () => null, points: { show: true, size, stroke, fill: stroke, width: 1, ...more } });

export class Calibration extends Plot {
  // run: commands and predictions; points: [{command, achieved, kind}]; window: the part of the dial that is shown
  update(run, points, window) {
    this.run = run;
    this.window = window;
    const pick = (kind) => {
      const chosen = points.filter((point) => point.kind === kind).sort((a, b) => a.command - b.command);
      return chosen.length ? [chosen.map((point) => point.command), chosen.map((point) => point.achieved)] : [[], []];
    };
    const [low, high] = run.return_range;
    const tables = [
      [[low, high], [low, high]],
      run.predicted ? [run.commands, run.predicted] : [[], []], // in order; the same command may come twice
      pick("sweep"),
      pick("left"),
      pick("right"),
    ].map(([x, y]) => spread(x, y));
    const inside = points.filter((point) => point.command >= window[0] && point.command <= window[1]).map((point) => point.achieved);
    const foreseen = (run.predicted ?? []).filter((_, index) => run.commands[index] >= window[0] && run.commands[index] <= window[1]);
    const all = [...inside, ...foreseen, ...(run.learned ?? [low, high])];
    const room = 0.06 * Math.max(Math.max(...all) - Math.min(...all), 1e-6);
    this.limits = [Math.min(...all) - room, Math.max(...all) + room];
    this.data = uPlot.join(tables);
    this.redraw();
  }

  options() {
    return {
      scales: { x: { time: false, range: () => this.window }, y: { range: () => this.limits } },
      axes: axes("asked", "achieved"),
      series: [
        {},
        line(color("ink-faint"), 1, { dash: [4, 4] }),
        line(color("foreseen"), 1.5),
        dots(color("ink-soft"), 5),
        dots(color("left"), 7),
        dots(color("right"), 7),
      ],
      hooks: { drawClear: [(plot) => this.shade(plot)] },
    };
  }

  shade(plot) {
    if (!this.run.learned) return;
    const { ctx, bbox } = plot;
    const [from, to] = this.run.learned.map((value) => Math.min(Math.max(plot.valToPos(value, "x", true), bbox.left), bbox.left + bbox.width));
    ctx.save();
    ctx.fillStyle = color("learned");
    ctx.fillRect(from, bbox.top, to - from, bbox.height);
    ctx.restore();
  }
}

// A uPlot table needs each x once and in order; several episodes at one command get neighbouring places.
function spread(x, y) {
  const placed = [];
  let last = -Infinity;
  for (const value of x) {
    last = value > last ? value : last + Math.max(1e-9, Math.abs(last) * 1e-12);
    placed.push(last);
  }
  return [placed, y];
}

export class Curve extends Plot {
  update(curve) {
    this.data = uPlot.join([
      spread(curve.episodes.env_steps, curve.episodes.env_returns),
      spread(curve.evaluations.env_steps, curve.evaluations.env_returns),
    ]);
    this.redraw();
  }

  options() {
    return {
      scales: { x: { time: false } },
      axes: axes("environment steps", "env return"),
      series: [{}, dots(color("ink-faint"), 2.5), line(color("left"), 2)],
    };
  }
}

const RAMP = ["#46327e", "#365c8d", "#277f8e", "#1fa187", "#4ac16d", "#a0da39", "#fde725"];

export function ramp(share) {
  const place = Math.min(Math.max(share, 0), 1) * (RAMP.length - 1);
  const index = Math.min(Math.floor(place), RAMP.length - 2);
  const mix = (at) => {
    const [a, b] = [RAMP[index], RAMP[index + 1]].map((hex) => parseInt(hex.slice(at, at + 2), 16));
    return Math.round(a + (place - index) * (b - a));
  };
  return `rgb(${mix(1)} ${mix(3)} ${mix(5)})`;
}

const REACH = 16;

export class PolicyMap {
  constructor(holder, { onPlay, onLook }) {
    this.holder = holder;
    this.onPlay = onPlay;
    this.onLook = onLook;
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    holder.append(this.canvas);
    this.marks = {};
    this.looked = -1;
    this.canvas.addEventListener("pointermove", (event) => this.look(this.nearest(event)));
    this.canvas.addEventListener("pointerleave", () => this.look(-1));
    this.canvas.addEventListener("click", (event) => this.play(this.nearest(event)));
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.canvas.addEventListener("focus", () => this.look(this.looked < 0 ? this.order?.at(-1) ?? -1 : this.looked));
    new ResizeObserver(() => this.redraw()).observe(holder);
  }

  update(map) {
    this.map = map;
    this.looked = -1;
    this.order = map.returns.map((_, index) => index).sort((a, b) => map.returns[a] - map.returns[b]);
    this.low = Math.min(...map.returns);
    this.high = Math.max(...map.returns);
    this.canvas.setAttribute("aria-label",
      `Map of ${map.episodes.length} archived policies, the newest of episode ${map.episodes.at(-1)}. Arrow keys go through them by return, Enter plays one.`);
    this.redraw();
  }

  // Where the policies on screen lie, by side.
  mark(side, place) {
    this.marks[side] = place;
    this.redraw();
  }

  nearest(event) {
    if (!this.at) return -1;
    let best = -1;
    let least = REACH ** 2;
    for (const [index, [x, y]] of this.at.entries()) {
      const distance = (x - event.offsetX) ** 2 + (y - event.offsetY) ** 2;
      if (distance < least) [best, least] = [index, distance];
    }
    return best;
  }

  key(event) {
    if (!this.order?.length) return;
    const place = this.order.indexOf(this.looked);
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 20, PageDown: -20 }[event.key];
    if (step) this.look(this.order[Math.min(Math.max(place + step, 0), this.order.length - 1)], true);
    else if (event.key === "Home") this.look(this.order[0], true);
    else if (event.key === "End") this.look(this.order.at(-1), true);
    else if (event.key === "Enter" || event.key === " ") this.play(this.looked);
    else return;
    event.preventDefault();
  }

  look(index, aloud = false) {
    if (index === this.looked) return;
    this.looked = index;
    this.canvas.classList.toggle("near", index >= 0);
    this.onLook(index < 0 ? null : { episode: this.map.episodes[index], value: this.map.returns[index] }, aloud);
    this.redraw();
  }

  play(index) {
    if (index >= 0) this.onPlay(this.map.episodes[index]);
  }

  redraw() {
    const width = this.holder.clientWidth;
    const height = this.holder.clientHeight;
    if (!this.map || !width || !height) return;
    const ratio = devicePixelRatio;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    const context = this.canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const all = [...this.map.places, ...this.map.path, ...Object.values(this.marks).filter(Boolean)];
    const bounds = [0, 1].map((axis) => [Math.min(...all.map((p) => p[axis])), Math.max(...all.map((p) => p[axis]))]);
    const edge = 14;
    const scale = (axis, room) => (bounds[axis][1] > bounds[axis][0] ? (room - 2 * edge) / (bounds[axis][1] - bounds[axis][0]) : 0);
    const [sx, sy] = [scale(0, width), scale(1, height)];
    const place = ([x, y]) => [edge + (x - bounds[0][0]) * sx, height - edge - (y - bounds[1][0]) * sy];
    this.at = this.map.places.map(place);
    const radius = this.at.length > 300 ? 2.6 : 3.4;
    const span = this.high - this.low || 1;
    for (const index of this.order) {
      const [x, y] = this.at[index];
      context.fillStyle = ramp((this.map.returns[index] - this.low) / span);
      context.globalAlpha = 0.85;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
    }
    context.globalAlpha = 1;
    context.strokeStyle = color("ink");
    context.lineWidth = 1.6;
    context.lineJoin = "round";
    context.beginPath();
    for (const [index, point] of this.map.path.entries()) {
      const [x, y] = place(point);
      index ? context.lineTo(x, y) : context.moveTo(x, y);
    }
    context.stroke();
    const [endX, endY] = place(this.map.path.at(-1));
    context.fillStyle = color("ink");
    context.beginPath();
    context.arc(endX, endY, 3, 0, 2 * Math.PI);
    context.fill();
    if (this.looked >= 0) ring(context, this.at[this.looked], 6, color("ink"), 1.5);
    for (const [side, point] of Object.entries(this.marks)) {
      if (!point) continue;
      ring(context, place(point), 7, color("paper"), 5);
      ring(context, place(point), 7, color(side), 2.6);
    }
  }
}

function ring(context, [x, y], radius, stroke, width) {
  context.strokeStyle = stroke;
  context.lineWidth = width;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}

export const mapKey = (map) => [number(Math.min(...map.returns)), number(Math.max(...map.returns))];
