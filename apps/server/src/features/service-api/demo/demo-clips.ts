import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";

export interface DemoClip {
  readonly videoKey: string;
  readonly posterKey: string;
  readonly width: number;
  readonly height: number;
  readonly durationS: number;
}

const [WIDTH, HEIGHT, DURATION_S] = [640, 360, 3];
const SIZE = `${WIDTH}x${HEIGHT}`;
const PICTURES = [
  `gradients=s=${SIZE}:c0=#1b3a5c:c1=#f2a65a:c2=#e4572e:n=3:speed=0.02:seed=3`,
  `gradients=s=${SIZE}:c0=#0b132b:c1=#5bc0be:c2=#3a506b:n=3:speed=0.03:seed=7`,
  `gradients=s=${SIZE}:c0=#2d1e2f:c1=#e59500:c2=#840032:n=3:speed=0.015:type=radial:seed=11`,
  `mandelbrot=s=${SIZE}:start_scale=2:end_scale=0.3:rate=24`,
  `life=s=320x180:mold=10:ratio=0.1:death_color=#203040:life_color=#f0e0c0:seed=5,scale=${WIDTH}:${HEIGHT}:flags=neighbor`,
];
const QUIET = ["-nostdin", "-v", "error", "-y"];

const run = promisify(execFile);

/** Stores a few small playable clips with their posters under the product's prefix. */
export const storeDemoClips = async (
  storage: Pick<ObjectStorage, "putObject" | "headObject">,
): Promise<[DemoClip, ...DemoClip[]]> => {
  const folder = await mkdtemp(join(tmpdir(), "dailies-demo-clips-"));
  try {
    const clips: DemoClip[] = [];
    for (const [n, picture] of PICTURES.entries()) clips.push(await storeClip(storage, folder, n, picture));
    const [first, ...rest] = clips;
    if (!first) throw new Error("there are no pictures to make clips of");
    return [first, ...rest];
  } finally {
    await rm(folder, { recursive: true });
  }
};

const storeClip = async (
  storage: Pick<ObjectStorage, "putObject" | "headObject">,
  folder: string,
  n: number,
  picture: string,
): Promise<DemoClip> => {
  const clip = {
    videoKey: `product/demo/clip-${n + 1}.mp4`,
    posterKey: `product/demo/clip-${n + 1}.jpg`,
    width: WIDTH,
    height: HEIGHT,
    durationS: DURATION_S,
  };
  if ((await storage.headObject(clip.videoKey)) && (await storage.headObject(clip.posterKey))) return clip;
  const [video, poster] = [join(folder, `${n}.mp4`), join(folder, `${n}.jpg`)];
  const encode = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-movflags", "+faststart"];
  await run("ffmpeg", [...QUIET, "-f", "lavfi", "-i", picture, "-t", `${DURATION_S}`, "-r", "24", ...encode, video]);
  await run("ffmpeg", [...QUIET, "-ss", "1", "-i", video, "-frames:v", "1", "-q:v", "4", poster]);
  await storage.putObject(clip.posterKey, await readFile(poster), { contentType: "image/jpeg" });
  await storage.putObject(clip.videoKey, await readFile(video), { contentType: "video/mp4" });
  return clip;
};
