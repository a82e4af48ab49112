import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import path from "node:path";
import { VIEW_NAMES } from "../visual-states/all.ts";
import { chooseViews } from "./choose-views.ts";
import { PICTURE_FOLDER } from "./picture-files.ts";

/** `pnpm screenshots [NAME…]`: pictures of every view, or of those with these names or beginnings of names. */
const takePictures = async (asked: readonly string[]): Promise<number> => {
  const chosen = chooseViews(VIEW_NAMES, asked);
  const isWhole = chosen.length === VIEW_NAMES.length;
  // What a whole run leaves behind is what this build shows, and nothing of an older one.
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
