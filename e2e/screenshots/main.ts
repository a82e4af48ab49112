import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import path from "node:path";
import { VIEW_NAMES } from "../visual-states/all.ts";
import { PICTURE_FOLDER } from "./picture-files.ts";

/** The views selected by the given names: a full name selects one view, a prefix all views that start with it. */
const chooseViews = (all: readonly string[], asked: readonly string[]): readonly string[] => {
  if (asked.length === 0) return all;
  const found = asked.map((name) => (all.includes(name) ? [name] : all.filter((view) => view.startsWith(name))));
  const unknown = asked.filter((_, place) => found[place]?.length === 0);
  if (unknown.length > 0) {
    throw new Error(`no view is called ${unknown.join(" or ")}; there are:\n  ${all.toSorted().join("\n  ")}`);
  }
  return all.filter((view) => found.some((views) => views.includes(view)));
};

/** `pnpm screenshots [NAME…]`: screenshots of every view, or of those with these names or prefixes. */
const takePictures = async (asked: readonly string[]): Promise<number> => {
  const chosen = chooseViews(VIEW_NAMES, asked);
  const isWhole = chosen.length === VIEW_NAMES.length;
  // A full run replaces the whole folder, so that no screenshot of an older build remains.
  if (isWhole) await rm(PICTURE_FOLDER, { recursive: true, force: true });
  const run = path.resolve(import.meta.dirname, "../run.ts");
  const only = isWhole ? [] : [`--grep=\\s(?:${chosen.join("|")})$`];
  const child = spawn(process.execPath, [run, "--config=screenshots.config.ts", ...only], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const [status] = (await once(child, "exit")) as [number | null];
  return status ?? 1;
};

try {
  process.exitCode = await takePictures(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
