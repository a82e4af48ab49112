import { readFile } from "node:fs/promises";
import { renderSample, type SampleName } from "../../apps/server/src/testing/media-samples.ts";
import { seeded } from "../seeded.ts";
import type { HostileFile } from "./hostile-file.ts";
import { mp4Files } from "./mp4-files.ts";
import { mutateFiles, type ValidFile } from "./mutate.ts";
import { pictureFiles } from "./picture-files.ts";
import { streamFiles } from "./stream-files.ts";
import { textFiles } from "./text-files.ts";

const VALID: readonly (readonly [SampleName, string])[] = [
  ["clip.mp4", "video/mp4"],
  ["clip.webm", "video/webm"],
  ["clip.mkv", "video/x-matroska"],
  ["clip.avi", "video/x-msvideo"],
  ["clip.ts", "video/mp2t"],
  ["still.png", "image/png"],
  ["still.jpg", "image/jpeg"],
  ["still.webp", "image/webp"],
  ["still.avif", "image/avif"],
  ["moving.gif", "image/gif"],
  ["sound.mp3", "audio/mpeg"],
  ["sound.flac", "audio/flac"],
  ["sound.ogg", "audio/ogg"],
];

export interface Corpus {
  readonly valid: ValidFile;
  readonly files: readonly HostileFile[];
}

export interface CorpusOptions {
  readonly folder: string;
  readonly canaryPath: string;
  readonly address: string;
  readonly count: number;
  readonly seed: number;
}

/** The hand-written files, and as many mutated ones as needed to reach the count. */
export const makeCorpus = async ({ folder, count, seed, ...targets }: CorpusOptions): Promise<Corpus> => {
  const valid = await Promise.all(
    VALID.map(async ([name, mime]) => ({ name, mime, content: await readFile(await renderSample(folder, name)) })),
  );
  const [clip] = valid;
  if (!clip) throw new Error("there is no valid clip");
  const random = seeded(seed);
  const made = [...mp4Files(clip.content, targets), ...textFiles(targets), ...pictureFiles(), ...streamFiles(random)];
  const mutated = mutateFiles(valid, Math.max(0, count - made.length), random);
  return { valid: clip, files: [...made, ...mutated] };
};
