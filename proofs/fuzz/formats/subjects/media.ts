import { wholeOf } from "@dailies/formats/byte-range";
import type { ByteSource } from "@dailies/formats/byte-source";
import { readMediaHeader } from "@dailies/formats/media/read-media-header";
import { readFrameTimes } from "@dailies/formats/mp4/read-frame-times";
import { sniffMedia } from "@dailies/formats/sniff-media";
import { fileOf, type Subject } from "../subject.ts";
import { readSeed } from "./seeds.ts";

const readHeader = async (source: ByteSource, object: string): Promise<void> => {
  await readMediaHeader(source, object, await wholeOf(source, object));
};
const readFrames = async (source: ByteSource, object: string): Promise<void> => {
  await readFrameTimes(source, object, await wholeOf(source, object));
};

/** The product reads header and frames separately, so each is a subject of its own. */
const clip = (
  name: string,
  files: readonly string[],
  read: (source: ByteSource, object: string) => Promise<void>,
): Subject => ({
  name,
  sets: async () => files.map((file) => new Map([fileOf(file, readSeed(file))])),
  run: async (source, changed) => {
    for (const [object, bytes] of changed) {
      sniffMedia(bytes);
      await read(source, object);
    }
  },
});

export const mediaSubjects: readonly Subject[] = [
  clip("media header", ["first.mp4", "last.mp4", "pieces.mp4", "clip.webm"], readHeader),
  clip("mp4 frames", ["first.mp4", "last.mp4"], readFrames),
];
