import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const [WIDTH, HEIGHT, FRAMES] = [320, 180, 24];
const FRAME_BYTES = WIDTH * HEIGHT;
const run = promisify(execFile);

/** What a judge sees in a clip: mean difference of neighbouring pixels, and of the brightness of neighbouring frames. */
interface Impression {
  readonly sharpness: number;
  readonly flicker: number;
}

const decode = async (clip: Buffer): Promise<Buffer> => {
  const folder = await mkdtemp(path.join(tmpdir(), "dailies-demo-watch-"));
  try {
    const file = path.join(folder, "clip.mp4");
    await writeFile(file, clip);
    const frames = [
      "-vf",
      `scale=${WIDTH}:${HEIGHT},format=gray`,
      "-frames:v",
      `${FRAMES}`,
      "-f",
      "rawvideo",
      "pipe:1",
    ];
    const options = { encoding: "buffer", maxBuffer: 2 * FRAMES * FRAME_BYTES } as const;
    const reading = ["-nostdin", "-v", "error", "-protocol_whitelist", "file", "-i", file];
    return (await run("ffmpeg", [...reading, ...frames], options)).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
};

const impressionOf = (frames: Buffer): Impression => {
  const count = Math.floor(frames.length / FRAME_BYTES);
  let [edges, flicker, before] = [0, 0, 0];
  for (let frame = 0; frame < count; frame += 1) {
    let sum = 0;
    for (let at = frame * FRAME_BYTES + 1; at < (frame + 1) * FRAME_BYTES; at += 1) {
      const value = frames[at] ?? 0;
      sum += value;
      edges += Math.abs(value - (frames[at - 1] ?? 0));
    }
    const mean = sum / FRAME_BYTES;
    if (frame > 0) flicker += Math.abs(mean - before);
    before = mean;
  }
  return { sharpness: edges / (count * FRAME_BYTES), flicker: flicker / Math.max(1, count - 1) };
};

const FLICKERS_FROM = 1.5;
const FLICKER_PENALTY = 1;
/** Below this difference a judge sees two equal clips. */
const NOTICEABLE = 0.08;

/** Watches blinded clips. Judges get the same bytes of a clip, so each clip is decoded once. */
export const openWatcher = () => {
  const seen = new Map<string, Promise<Impression>>();
  const watch = (clip: Buffer): Promise<Impression> => {
    const hash = createHash("sha256").update(clip).digest("hex");
    const known = seen.get(hash) ?? decode(clip).then(impressionOf);
    seen.set(hash, known);
    return known;
  };
  /** The better of two clips of one prompt. */
  return async (a: Buffer, b: Buffer): Promise<"A" | "B" | undefined> => {
    const [left, right] = await Promise.all([watch(a), watch(b)]);
    const sharpest = Math.max(left.sharpness, right.sharpness, 1e-6);
    const qualityOf = ({ sharpness, flicker }: Impression): number =>
      sharpness / sharpest - (flicker > FLICKERS_FROM ? FLICKER_PENALTY : 0);
    const gap = qualityOf(left) - qualityOf(right);
    if (Math.abs(gap) < NOTICEABLE) return undefined;
    return gap > 0 ? "A" : "B";
  };
};
export type Compare = ReturnType<typeof openWatcher>;
