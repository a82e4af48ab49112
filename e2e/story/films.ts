import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface FilmFolder {
  readonly path: string;
  /** A short clip with a seed of its own, so that no two have the same bytes. */
  film(name: string, wishes?: { seconds?: number; seed?: number }): Promise<string>;
  /** Bytes that are no film, whatever their name says. */
  noise(name: string, sizeBytes: number): Promise<string>;
  remove(): Promise<void>;
}

const gradient = (seed: number, seconds: number): string =>
  `gradients=s=426x240:r=24:d=${seconds}:n=4:seed=${seed}:speed=0.06:type=spiral`;

export const makeFilmFolder = async (): Promise<FilmFolder> => {
  const folder = await mkdtemp(path.join(tmpdir(), "dailies-films-"));
  const place = async (name: string): Promise<string> => {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    return file;
  };
  return {
    path: folder,
    film: async (name, { seconds = 2, seed = randomBytes(3).readUIntBE(0, 3) } = {}) => {
      const file = await place(name);
      const encode = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-movflags", "+faststart"];
      await run("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", gradient(seed, seconds), ...encode, file]);
      return file;
    },
    noise: async (name, sizeBytes) => {
      const file = await place(name);
      await writeFile(file, randomBytes(sizeBytes));
      return file;
    },
    remove: () => rm(folder, { recursive: true }),
  };
};
