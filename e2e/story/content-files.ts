import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { readConfig } from "../../apps/server/src/config.ts";
import { createObjectStorage } from "../../apps/server/src/platform/object-storage.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { makeFilmFolder } from "./films.ts";

const run = promisify(execFile);

/** A file as a backend of the product tells of it. */
export type ToldFile = Record<string, unknown>;

export interface ContentFiles {
  readonly videos: readonly ToldFile[];
  readonly image: ToldFile;
  readonly audio: ToldFile;
}

const VIDEOS = 6;

const draw = async (folder: Awaited<ReturnType<typeof makeFilmFolder>>, name: string, seed: number): Promise<void> => {
  const film = await folder.film(`${name}.mp4`, { seconds: 3, seed });
  await run("ffmpeg", ["-v", "error", "-y", "-i", film, "-frames:v", "1", path.join(folder.path, `${name}.webp`)]);
};

/** Small real files in the product's corner of the storage, the same ones every time. */
export const storeContentFiles = async (): Promise<ContentFiles> => {
  const folder = await makeFilmFolder();
  const storage = createObjectStorage(readConfig(testEnvironment()).s3);
  const names = Array.from({ length: VIDEOS }, (_, place) => `clip-${place}`);
  for (const [place, name] of names.entries()) await draw(folder, name, 11 + place * 7);
  const sound = ["-f", "lavfi", "-i", "sine=frequency=330:duration=2", path.join(folder.path, "rain.mp3")];
  await run("ffmpeg", ["-v", "error", "-y", ...sound]);
  const keyOf = (name: string): string => `product/story/${name}`;
  const put = async (name: string, contentType: string): Promise<void> =>
    void (await storage.putObject(keyOf(name), await readFile(path.join(folder.path, name)), { contentType }));
  for (const name of names) {
    await put(`${name}.mp4`, "video/mp4");
    await put(`${name}.webp`, "image/webp");
  }
  await put("rain.mp3", "audio/mpeg");
  await storage.close();
  await folder.remove();
  const frame = { width: 426, height: 240 };
  return {
    videos: names.map((name) => ({
      ...{ kind: "video", mime: "video/mp4", ...frame, duration_s: 3 },
      ...{ object_key: keyOf(`${name}.mp4`), poster_key: keyOf(`${name}.webp`) },
    })),
    image: { kind: "image", mime: "image/webp", ...frame, object_key: keyOf("clip-2.webp") },
    audio: { kind: "audio", mime: "audio/mpeg", duration_s: 2, object_key: keyOf("rain.mp3") },
  };
};
