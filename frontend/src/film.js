// The episode on screen as a file, made from what the browser draws.

import { GIFEncoder, applyPalette, quantize } from "gifenc";
import { ArrayBufferTarget, Muxer } from "mp4-muxer";
import { duration } from "./view.js";

const LONGEST = { gif: 20, mp4: 60 }; // seconds
const CODECS = [
  ["avc", "avc1.42003e"],
  ["vp9", "vp09.00.40.08"],
  ["av1", "av01.0.08M.08"],
];

// Draws every frame of a film of the view's episode, no larger than the screen.
async function* frames(view, { fps, widest, longest, speed, onShare }) {
  const seconds = Math.min(duration(view.episode), longest * speed);
  const count = Math.max(2, Math.round((seconds / speed) * fps));
  const { clientWidth, clientHeight } = view.holder;
  const width = Math.floor(Math.min(clientWidth, widest) / 2) * 2;
  const height = Math.floor((clientHeight * width) / clientWidth / 2) * 2;
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  view.record(width, height);
  try {
    for (let frame = 0; frame < count; frame++) {
      view.time = (frame / Math.max(1, count - 1)) * seconds;
      await view.ready();
      view.draw();
      context.drawImage(view.canvas, 0, 0, width, height);
      yield { frame, count, canvas, context };
      onShare((frame + 1) / count);
      if (frame % 4 === 3) await new Promise((resume) => setTimeout(resume));
    }
  } finally {
    view.release();
  }
}

export async function gif(view, speed, onShare) {
  const fps = 20;
  const encoder = GIFEncoder();
  for await (const { canvas, context } of frames(view, { fps, widest: 480, longest: LONGEST.gif, speed, onShare })) {
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const palette = quantize(data, 256);
    encoder.writeFrame(applyPalette(data, palette), canvas.width, canvas.height, { palette, delay: 1000 / fps });
  }
  encoder.finish();
  return new Blob([encoder.bytes()], { type: "image/gif" });
}

export async function mp4(view, speed, onShare) {
  if (!("VideoEncoder" in window)) throw new Error("This browser cannot write .mp4; take the .gif instead.");
  const fps = 30;
  let muxer = null;
  let encoder = null;
  let failed = null;
  for await (const { frame, canvas } of frames(view, { fps, widest: 960, longest: LONGEST.mp4, speed, onShare })) {
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
    const settings = { codec: name, width, height, framerate, bitrate: 3_000_000, latencyMode: "realtime" };
    const answer = await VideoEncoder.isConfigSupported(settings).catch(() => null);
    if (answer?.supported) return [container, settings];
  }
  throw new Error("This browser cannot write .mp4; take the .gif instead.");
}
