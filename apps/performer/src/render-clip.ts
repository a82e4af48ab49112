import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { columnsOf, encoderArguments, filterGraph, wrapPrompt } from "./draw-clip.ts";
import type { ClipSpec } from "./video-request.ts";

const MAX_RENDER_MS = 10 * 60_000;

interface RenderInput {
  readonly spec: ClipSpec;
  /** The final path, written atomically. */
  readonly file: string;
  readonly workFolder: string;
  readonly onProgress: (share: number) => void;
}

/** Renders with one thread, so that equal requests give equal bytes. */
export const renderClip = async ({ spec, file, workFolder, onProgress }: RenderInput): Promise<void> => {
  const folder = await mkdtemp(path.join(workFolder, "render-"));
  try {
    await writeFile(path.join(folder, "prompt.txt"), wrapPrompt(spec.prompt, columnsOf(spec)));
    await runFfmpeg(spec, folder, onProgress);
    await rename(path.join(folder, "clip.mp4"), file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const runFfmpeg = async (spec: ClipSpec, folder: string, onProgress: (share: number) => void): Promise<void> => {
  const common = ["-nostdin", "-v", "error", "-y", "-filter_complex_threads", "1", "-progress", "pipe:1"];
  const child = spawn(
    "ffmpeg",
    [...common, "-filter_complex", filterGraph(spec), ...encoderArguments(spec), "clip.mp4"],
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: MAX_RENDER_MS,
      killSignal: "SIGKILL",
    },
  );
  const frames = Math.round(spec.seconds * spec.fps);
  createInterface(child.stdout).on("line", (line) => {
    if (line.startsWith("frame=")) onProgress(Math.min(1, Number(line.slice(6)) / frames));
  });
  const complaints: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk.toString()));
  const [status] = (await once(child, "close")) as [number | null];
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}: ${complaints.join("").slice(0, 2_000)}`);
};
