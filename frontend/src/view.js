// An episode drawn in the browser: bodies in 3D, pictures, or lines.

import {
  AmbientLight, BoxGeometry, CapsuleGeometry, Color, CylinderGeometry, DirectionalLight, ExtrudeGeometry, Group,
  HemisphereLight, Mesh, MeshStandardMaterial, PCFShadowMap, PerspectiveCamera, PlaneGeometry, Quaternion, Scene,
  ShaderMaterial, ShadowMaterial, Shape, SphereGeometry, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { color } from "./format.js";

// The head of the answer is JSON, what follows are numbers or JPEGs.
export function readEpisode(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const start = 4 + length;
  if (head.kind === "pictures") {
    let at = start;
    const pictures = head.sizes.map((size) => {
      const blob = new Blob([new Uint8Array(buffer, at, size)], { type: "image/jpeg" });
      at += size;
      return blob;
    });
    return { ...head, pictures, count: pictures.length };
  }
  return { ...head, values: new Float32Array(buffer, start), count: head.shape[0] };
}

export const duration = (episode) => Math.max(episode.seconds, (episode.count - 1) * episode.seconds);

function geometryOf(geom) {
  const [a, b, c] = geom.size;
  switch (geom.type) {
    case "sphere": return new SphereGeometry(a, 40, 28);
    case "ellipsoid": return new SphereGeometry(1, 40, 28).scale(a, b, c);
    case "capsule": return new CapsuleGeometry(a, 2 * b, 12, 28).rotateX(Math.PI / 2);
    case "cylinder": return new CylinderGeometry(a, a, 2 * b, 40).rotateX(Math.PI / 2);
    case "ribbon": return ribbon(geom.points, a);
    default: return new BoxGeometry(2 * a, 2 * b, 2 * c);
  }
}

// A hill: the curve of a road, filled down to below its lowest point.
function ribbon(points, halfWidth) {
  const shape = new Shape();
  const bottom = Math.min(...points.map(([, z]) => z)) - 0.08;
  shape.moveTo(points[0][0], bottom);
  for (const [x, z] of points) shape.lineTo(x, z);
  shape.lineTo(points.at(-1)[0], bottom);
  return new ExtrudeGeometry(shape, { depth: 2 * halfWidth, bevelEnabled: false })
    .rotateX(Math.PI / 2)
    .translate(0, halfWidth, 0);
}

// Lines of even width that fade into the distance.
function gridMaterial(cell, far) {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    uniforms: { ink: { value: new Color() }, cell: { value: cell }, far: { value: far } },
    vertexShader: `
      varying vec3 place;
      void main() {
        vec4 world = modelMatrix * vec4(position, 1.0);
        place = world.xyz;
        gl_Position = projectionMatrix * viewMatrix * world;
      }`,
    fragmentShader: `
      uniform vec3 ink;
      uniform float cell, far;
      varying vec3 place;
      float lines(float size, float thickness) {
        vec2 scaled = place.xy / size;
        vec2 pixels = abs(fract(scaled - 0.5) - 0.5) / max(fwidth(scaled), 1e-6);
        return 1.0 - min(min(pixels.x, pixels.y) / thickness, 1.0);
      }
      void main() {
        float fade = pow(clamp(1.0 - distance(place, cameraPosition) / far, 0.0, 1.0), 1.4);
        float drawn = max(0.45 * lines(cell, 1.1), 0.95 * lines(cell * 4.0, 1.4));
        gl_FragColor = vec4(ink, drawn * fade);
        #include <colorspace_fragment>
      }`,
  });
}

class Bodies {
  constructor(canvas) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.camera = new PerspectiveCamera(32, 1, 0.02, 400);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.maxPolarAngle = Math.PI * 0.495;
    this.controls.listenToKeyEvents(canvas);
    this.follow = true;
  }

  build(scene) {
    this.plan = scene;
    this.scene?.traverse((object) => {
      object.geometry?.dispose();
      object.material?.dispose();
    });
    this.scene = new Scene();
    this.bodies = Array.from({ length: scene.bodies }, () => new Group());
    const floors = [];
    for (const geom of scene.geoms) {
      if (geom.type === "plane") {
        floors.push(geom.position[2]);
        continue;
      }
      const [red, green, blue, alpha] = geom.color;
      const material = new MeshStandardMaterial({ roughness: 0.62, metalness: 0.02, transparent: alpha < 1, opacity: alpha });
      material.color.setRGB(red, green, blue, "srgb");
      const mesh = new Mesh(geometryOf(geom), material);
      mesh.position.fromArray(geom.position);
      mesh.quaternion.copy(quaternion(geom.quaternion, 0));
      mesh.castShadow = mesh.receiveShadow = true;
      this.bodies[geom.body].add(mesh);
    }
    this.scene.add(...this.bodies);
    this.sun = new DirectionalLight(0xffffff, 2.1);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.bias = -0.0005;
    this.sun.shadow.normalBias = 0.01;
    const span = scene.reach * 1.6;
    Object.assign(this.sun.shadow.camera, { left: -span, right: span, top: span, bottom: -span, near: 0.1, far: 12 * scene.reach });
    this.scene.add(this.sun, this.sun.target, new HemisphereLight(0xffffff, 0x9aa3ad, 1.5), new AmbientLight(0xffffff, 0.35));
    this.floor = null;
    if (floors.length) this.addFloor(Math.max(...floors));
    this.paint();
    this.pose(scene.rest, 0, scene.rest, 0, 0);
    this.root = this.rootNow();
    this.resetView();
  }

  addFloor(height) {
    const cell = this.plan.reach > 6 ? 2 : this.plan.reach > 1.2 ? 0.5 : 0.25;
    const size = this.plan.reach * 40;
    this.grid = new Mesh(new PlaneGeometry(size, size), gridMaterial(cell, this.plan.reach * 9));
    this.shade = new Mesh(new PlaneGeometry(size, size), new ShadowMaterial({ opacity: 0.3, fog: false }));
    this.shade.receiveShadow = true;
    this.shade.position.z = 0.001;
    this.floor = new Group();
    this.floor.position.z = height - 0.002;
    this.floor.cell = cell;
    this.floor.add(this.grid, this.shade);
    this.scene.add(this.floor);
  }

  paint() {
    if (!this.scene) return;
    const back = new Color(color("sky"));
    this.scene.background = back;
    this.grid?.material.uniforms.ink.value.set(color("grid"));
  }

  rootNow() {
    return this.bodies[this.plan.root].position.clone();
  }

  resetView() {
    const { target, reach, elevation } = this.plan;
    const up = (elevation * Math.PI) / 180;
    const away = reach * 2.1 * Math.max(1, 1.3 / (this.camera.aspect || 1));
    const goal = new Vector3(...target);
    if (this.follow) goal.add(this.shift());
    const side = -0.28;
    this.camera.position.set(
      goal.x + away * Math.cos(up) * Math.sin(side), goal.y - away * Math.cos(up) * Math.cos(side), goal.z + away * Math.sin(up),
    );
    this.controls.target.copy(goal);
    this.controls.update();
  }

  // How far the root has gone from its place at rest; heights do not bob the camera.
  shift() {
    if (this.plan.root === 0) return new Vector3();
    const rest = this.plan.rest.slice(7 * this.plan.root, 7 * this.plan.root + 3);
    const moved = this.rootNow().sub(new Vector3(...rest));
    moved.z = 0;
    return moved;
  }

  pose(from, fromStart, to, toStart, share) {
    for (const [number, body] of this.bodies.entries()) {
      const a = fromStart + 7 * number;
      const b = toStart + 7 * number;
      body.position.set(
        from[a] + share * (to[b] - from[a]), from[a + 1] + share * (to[b + 1] - from[a + 1]), from[a + 2] + share * (to[b + 2] - from[a + 2]),
      );
      body.quaternion.copy(quaternion(from, a + 3)).slerp(quaternion(to, b + 3), share);
    }
  }

  draw(episode, seconds) {
    if (!this.scene) return;
    if (episode) {
      const size = 7 * this.plan.bodies;
      const exact = Math.min(Math.max(seconds / episode.seconds, 0), episode.count - 1);
      const frame = Math.min(Math.floor(exact), Math.max(0, episode.count - 2));
      const next = Math.min(frame + 1, episode.count - 1);
      this.pose(episode.values, frame * size, episode.values, next * size, exact - frame);
    }
    if (this.follow && this.plan.root !== 0) {
      const root = this.rootNow();
      const step = root.clone().sub(this.root);
      step.z = 0;
      this.camera.position.add(step);
      this.controls.target.add(step);
    }
    this.root = this.rootNow();
    const about = this.controls.target;
    if (this.floor) {
      this.floor.position.x = Math.round(about.x / this.floor.cell) * this.floor.cell;
      this.floor.position.y = Math.round(about.y / this.floor.cell) * this.floor.cell;
    }
    this.sun.position.copy(about).add(new Vector3(-0.5, -0.9, 2.4).multiplyScalar(this.plan.reach * 1.5));
    this.sun.target.position.copy(about);
    this.renderer.render(this.scene, this.camera);
  }

  resize(width, height, ratio) {
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    const before = this.camera.aspect;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (this.scene && Math.abs(before - this.camera.aspect) > 0.05) this.resetView();
  }

  dispose() {
    this.controls.dispose();
    this.renderer.dispose();
  }
}

function quaternion(values, at) {
  return new Quaternion(values[at + 1], values[at + 2], values[at + 3], values[at]);
}

class Pictures {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.cache = new Map();
  }

  build() {
    this.cache.clear();
  }

  async ready(episode, seconds) {
    if (episode !== this.episode) {
      this.episode = episode;
      this.cache.clear();
    }
    const frame = this.frameAt(episode, seconds);
    if (!this.cache.has(frame)) this.cache.set(frame, createImageBitmap(episode.pictures[frame]).then((made) => this.cache.set(frame, made)));
    await this.cache.get(frame);
  }

  frameAt(episode, seconds) {
    return Math.min(episode.count - 1, Math.max(0, Math.round(seconds / episode.seconds)));
  }

  draw(episode, seconds) {
    const { width, height } = this.canvas;
    if (!episode) return;
    this.ready(episode, seconds).catch(() => {});
    const bitmap = this.cache.get(this.frameAt(episode, seconds));
    const shown = bitmap instanceof ImageBitmap ? bitmap : this.last;
    if (!shown) return;
    this.last = shown;
    this.context.fillStyle = color("sky");
    this.context.fillRect(0, 0, width, height);
    const scale = Math.min(width / shown.width, height / shown.height);
    const [w, h] = [shown.width * scale, shown.height * scale];
    this.context.drawImage(shown, (width - w) / 2, (height - h) / 2, w, h);
  }

  resize(width, height, ratio) {
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
  }

  paint() {}
  resetView() {}
  dispose() {}
}

class Lines extends Pictures {
  async ready() {}

  draw(episode, seconds) {
    if (!episode) return;
    const { width, height } = this.canvas;
    const context = this.context;
    const [frames, lines] = episode.shape;
    context.fillStyle = color("sky");
    context.fillRect(0, 0, width, height);
    const room = height / lines;
    for (let line = 0; line < lines; line++) {
      let low = Infinity;
      let high = -Infinity;
      for (let frame = 0; frame < frames; frame++) {
        low = Math.min(low, episode.values[frame * lines + line]);
        high = Math.max(high, episode.values[frame * lines + line]);
      }
      const scale = high > low ? (room * 0.7) / (high - low) : 0;
      context.strokeStyle = color("left");
      context.lineWidth = 1.5 * devicePixelRatio;
      context.beginPath();
      for (let frame = 0; frame < frames; frame++) {
        const x = 12 + ((width - 24) * frame) / Math.max(1, frames - 1);
        const y = room * (line + 0.85) - (episode.values[frame * lines + line] - low) * scale;
        frame ? context.lineTo(x, y) : context.moveTo(x, y);
      }
      context.stroke();
    }
    const at = 12 + (width - 24) * Math.min(1, seconds / duration(episode));
    context.strokeStyle = color("ink-soft");
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(at, 0);
    context.lineTo(at, height);
    context.stroke();
  }
}

// A canvas that shows whatever kind of episode comes.
export class View {
  constructor(holder, label) {
    this.holder = holder;
    this.label = label;
    this.painter = null;
    this.episode = null;
    this.time = 0;
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(holder);
  }

  // The stage before the first episode.
  set(scene) {
    if (this.kind !== scene.kind) this.change(scene.kind);
    if (this.painter && JSON.stringify(scene) !== this.built) {
      this.built = JSON.stringify(scene);
      this.episode = null;
      this.painter.build(scene);
      this.draw();
    }
  }

  show(episode) {
    this.set(episode.scene);
    this.episode = episode;
    this.time = 0;
    this.draw();
  }

  change(kind) {
    this.painter?.dispose();
    this.canvas?.remove();
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", this.label);
    this.holder.prepend(this.canvas);
    this.kind = kind;
    this.built = null;
    try {
      this.painter = kind === "bodies" ? new Bodies(this.canvas) : kind === "pictures" ? new Pictures(this.canvas) : new Lines(this.canvas);
    } catch {
      this.painter = null;
      this.canvas.remove();
      this.holder.dataset.problem = "This browser has no WebGL, so the agent cannot be drawn. The numbers hold all the same.";
    }
    if (this.painter instanceof Bodies) {
      this.painter.controls.addEventListener("change", () => this.draw());
      this.painter.follow = this.follow ?? true;
    }
    this.resize();
  }

  set following(value) {
    this.follow = value;
    if (this.painter) this.painter.follow = value;
  }

  resetView() {
    this.painter?.resetView();
    this.draw();
  }

  repaint() {
    this.painter?.paint();
    this.draw();
  }

  // While a film is made the picture has the film's size, and only the film moves it.
  record(width, height) {
    this.recording = true;
    this.painter.resize(width, height, 1);
  }

  release() {
    this.recording = false;
    this.resize();
  }

  // Pictures must be decoded before they can be drawn.
  async ready() {
    await this.painter.ready?.(this.episode, this.time);
  }

  resize() {
    if (this.recording) return;
    const { clientWidth: width, clientHeight: height } = this.holder;
    if (!this.painter || !width || !height) return;
    this.painter.resize(width, height, Math.min(devicePixelRatio, 2));
    this.draw();
  }

  draw() {
    this.painter?.draw(this.episode, this.time);
  }

  clear() {
    this.episode = null;
  }

  close() {
    this.observer.disconnect();
    this.painter?.dispose();
    this.canvas?.remove();
  }
}
