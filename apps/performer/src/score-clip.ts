import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";

const WIDTH = 128;
const HEIGHT = 72;
const FRAME_BYTES = WIDTH * HEIGHT;
const MAX_FRAMES = 240;
const MAX_CLIP_BYTES = 256 * 1024 ** 2;
const FETCH_MS = 60_000;
const DECODE_MS = 60_000;
/** Luma values at which each half of the score reaches two thirds of its maximum. */
const USUAL_SHARPNESS = 8;
const USUAL_MOTION = 3;

export interface ClipScore {
  readonly score: number;
  /** Mean difference of neighbouring pixels and of neighbouring frames, of 255. */
  readonly sharpness: number;
  readonly motion: number;
}

/** Sharp and moving scores high, flat and still low: arithmetic on a scaled-down clip, no model. */
export const scoreClip = async (url: string): Promise<ClipScore> => {
  const folder = await mkdtemp(path.join(tmpdir(), "dailies-score-"));
  try {
    const file = path.join(folder, "clip");
    await writeFile(file, await fetchClip(url));
    return scoreFrames(await decode(file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const fetchClip = async (url: string): Promise<Buffer> => {
  const reply = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) });
  if (!reply.ok || !reply.body) throw new Error(`the clip could not be read (${reply.status})`);
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of reply.body) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_CLIP_BYTES) throw new Error("the clip is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const decode = async (file: string): Promise<Buffer> => {
  const reading = ["-nostdin", "-v", "error", "-protocol_whitelist", "file", "-i", file];
  const writing = [
    "-vf",
    `scale=${WIDTH}:${HEIGHT},format=gray`,
    "-frames:v",
    `${MAX_FRAMES}`,
    "-f",
    "rawvideo",
    "pipe:1",
  ];
  const child = spawn("ffmpeg", [...reading, ...writing], {
    stdio: ["ignore", "pipe", "ignore"],
    timeout: DECODE_MS,
    killSignal: "SIGKILL",
  });
  const frames = await buffer(child.stdout);
  if (frames.length < FRAME_BYTES) throw new Error("the clip holds no picture");
  return frames;
};

/** Consecutive frames of the size above. */
export const scoreFrames = (frames: Uint8Array): ClipScore => {
  const count = Math.floor(frames.length / FRAME_BYTES);
  let [edges, changes] = [0, 0];
  for (let at = 0; at < count * FRAME_BYTES; at++) {
    const value = frames[at] ?? 0;
    if (at % WIDTH > 0) edges += Math.abs(value - (frames[at - 1] ?? 0));
    if (at >= FRAME_BYTES) changes += Math.abs(value - (frames[at - FRAME_BYTES] ?? 0));
  }
  const sharpness = edges / (count * HEIGHT * (WIDTH - 1));
  const motion = count < 2 ? 0 : changes / ((count - 1) * FRAME_BYTES);
  const part = (value: number, usual: number): number => 50 * (1 - Math.exp(-value / usual));
  const score = part(sharpness, USUAL_SHARPNESS) + part(motion, USUAL_MOTION);
  return { score: round(score), sharpness: round(sharpness), motion: round(motion) };
};

const round = (value: number): number => Math.round(value * 100) / 100;
