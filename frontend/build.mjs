// Builds the page into the Python package: node build.mjs [folder]
import { build } from "esbuild";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "../src/gogepo/dial/static");
mkdirSync(out, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { app: "src/main.js" },
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome111", "firefox113", "safari16.4"],
  legalComments: "none",
  outdir: out,
});
for (const name of ["index.html", "icon.svg"]) copyFileSync(join(here, "src", name), join(out, name));

const { dependencies } = JSON.parse(readFileSync(join(here, "package.json")));
const licenses = Object.keys(dependencies).sort().map((name) => {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json")));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
});
writeFileSync(join(out, "licenses.txt"), licenses.join("\n" + "-".repeat(80) + "\n\n"));
