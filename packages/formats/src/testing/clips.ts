import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";

const run = promisify(execFile);
const QUIET = ["-v", "error", "-nostdin", "-y"];

export interface Clip {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** ffprobe's result for a clip, the reference for the readers. */
export interface Probed {
  readonly ptsTimes: readonly number[];
  readonly stream: Readonly<Record<string, unknown>>;
}

export const useClips = () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "formats-clips-"));
  });
  afterAll(async () => await rm(folder, { recursive: true, force: true }));
  const render = async (name: string, args: readonly string[]): Promise<Clip> => {
    const path = join(folder, name);
    await run("ffmpeg", [...QUIET, ...args, path]);
    return { path, bytes: new Uint8Array(await readFile(path)) };
  };
  return { render };
};

export const probe = async (path: string): Promise<Probed> => {
  const entries = ["-show_frames", "-show_streams", "-of", "json"];
  const { stdout } = await run("ffprobe", ["-v", "error", "-select_streams", "v:0", ...entries, path], {
    maxBuffer: 64 * 1_048_576,
  });
  const told = JSON.parse(stdout) as { frames: { pts_time: string }[]; streams: Record<string, unknown>[] };
  return { ptsTimes: told.frames.map((frame) => Number(frame.pts_time)), stream: told.streams[0] ?? {} };
};
