import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { readConfig } from "../../apps/server/src/config.ts";
import { createObjectStorage } from "../../apps/server/src/platform/object-storage.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";

const run = promisify(execFile);

export interface StoredClips {
  readonly bucket: string;
  readonly clips: readonly { readonly key: string; readonly sha256: Buffer; readonly sizeBytes: number }[];
  readonly posterKeys: readonly string[];
  remove(): Promise<void>;
}

const PUT_AT_ONCE = 8;

const source = (seconds: number): string => `gradients=s=320x180:r=12:d=${seconds}:n=5:seed=7:speed=0.08:type=spiral`;

/** Different pictures of one drawing, and a few clips: all that a large grid needs to show something real everywhere. */
export const storeClips = async (counts: { clips: number; posters: number }): Promise<StoredClips> => {
  const folder = await mkdtemp(path.join(tmpdir(), "dailies-large-"));
  const storage = createObjectStorage(readConfig(testEnvironment()).s3);
  const prefix = `e2e/${randomUUID()}`;
  const input = ["-v", "error", "-y", "-f", "lavfi", "-i"];
  const posterSeconds = Math.ceil(counts.posters / 12);
  await run("ffmpeg", [...input, source(posterSeconds), "-frames:v", `${counts.posters}`, `${folder}/p%04d.webp`]);
  const encode = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-movflags", "+faststart"];
  const cut = [
    "-f",
    "segment",
    "-segment_time",
    "1",
    "-reset_timestamps",
    "1",
    "-force_key_frames",
    "expr:gte(t,n_forced)",
  ];
  await run("ffmpeg", [...input, source(counts.clips), ...encode, ...cut, `${folder}/c%04d.mp4`]);
  const files = (await readdir(folder)).toSorted();
  const put = async (name: string) => {
    const body = await readFile(path.join(folder, name));
    const key = `${prefix}/${name}`;
    await storage.putObject(key, body, { contentType: name.endsWith("mp4") ? "video/mp4" : "image/webp" });
    return { key, sha256: createHash("sha256").update(body).digest(), sizeBytes: body.length };
  };
  const stored: Awaited<ReturnType<typeof put>>[] = [];
  for (let first = 0; first < files.length; first += PUT_AT_ONCE) {
    stored.push(...(await Promise.all(files.slice(first, first + PUT_AT_ONCE).map(put))));
  }
  await rm(folder, { recursive: true });
  return {
    bucket: storage.bucket,
    clips: stored.filter(({ key }) => key.endsWith("mp4")),
    posterKeys: stored.flatMap(({ key }) => (key.endsWith("webp") ? [key] : [])),
    remove: async () => {
      await storage.deleteObjects(stored.map(({ key }) => key));
      await storage.close();
    },
  };
};
