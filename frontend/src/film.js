// The episode on screen as a file, made from what the browser draws.

import { GIFEncoder, applyPalette, quantize } from "gifenc";
import { ArrayBufferTarget, Muxer } from "mp4-muxer";
import { duration } from "./view.js";

const LONGEST_SECONDS = 20;
const CODECS = [
  ["avc", "avc1.42003e"],
  ["vp9", "vp09.00.40.08"],
  ["av1", "av01.0.08M.08"],
];

// Draws every frame of a film of the view's episode, smaller than the screen if need be.
async function* frames(view, fps, widest, onShare) {
  const seconds = Math.min(duration(view.episode), LONGEST_SECONDS);
  const count = Math.max(2, Math.round(seconds * fps));
  const scale = Math.min(1, widest / view.canvas.width);
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor((view.canvas.width * scale) / 2) * 2;
  canvas.height = Math.floor((view.canvas.height * scale) / 2) * 2;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  view.recording = true;
  try {
    for (let frame = 0; frame < count; frame++) {
      view.time = (frame / Math.max(1, count - 1)) * seconds;
      view.draw();
      context.drawImage(view.canvas, 0, 0, canvas.width, canvas.height);
      yield { frame, count, canvas, context };
      onShare((frame + 1) / count);
      if (frame % 4 === 3) await new Promise((resume) => setTimeout(resume));
    }
  } finally {
    view.recording = false;
  }
}

export async function gif(view, onShare) {
  const fps = 25;
  const encoder = GIFEncoder();
  for await (const { canvas, context } of frames(view, fps, 480, onShare)) {
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const palette = quantize(data, 256);
    encoder.writeFrame(applyPalette(data, palette), canvas.width, canvas.height, { palette, delay: 1000 / fps });
  }
  encoder.finish();
  return new Blob([encoder.bytes()], { type: "image/gif" });
}

export async function mp4(view, onShare) {
  if (!("VideoEncoder" in window)) throw new Error("This browser cannot write .mp4; take the .gif instead.");
  const fps = 30;
  let muxer = null;
  let encoder = null;
  let failed = null;
  for await (const { frame, canvas } of frames(view, fps, 1280, onShare)) {
    if (!encoder) {
      const { width, height } = canvas;
      const [container, settings] = await codec(width, height, fps);
      muxer = new Muxer({ target: new ArrayBufferTarget(), video: { codec: container, width, height, frameRate: fps }, fastStart: "in-memory" });
      encoder = new VideoEncoder({ output: (chunk, meta) => muxer.addVideoChunk(chunk, meta), error: (error) => (failed = error) });
      encoder.configure(settings);
    }
    const picture = new VideoFrame(canvas, { timestamp: (frame * 1e6) / fps, duration: 1e6 / fps });
    encoder.encode(picture, { keyFrame: frame % 60 === 0 });
    picture.close();
    if (encoder.encodeQueueSize > 8) await new Promise((resume) => setTimeout(resume, 20));
    if (failed) throw failed;
  }
  await encoder.flush();
  if (failed) throw failed;
  muxer.finalize();
  return new Blob([muxer.target.buffer], { type: "video/mp4" });
}

async function codec(width, height, framerate) {
  for (const [container, name] of CODECS) {
    const settings = { codec: name, width, height, framerate, bitrate: 3_000_000 };
    const answer = await VideoEncoder.isConfigSupported(settings).catch(() => null);
    if (answer?.supported) return [container, settings];
  }
  throw new Error("This browser cannot write .mp4; take the .gif instead.");
}
