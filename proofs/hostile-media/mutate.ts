import type { Seeded } from "../seeded.ts";
import type { HostileFile } from "./hostile-file.ts";

export interface ValidFile {
  readonly name: string;
  readonly mime: string;
  readonly content: Buffer;
}

type Mutation = (content: Buffer, random: Seeded) => Buffer;

const EXTREMES = [0, 1, 0x7f, 0x80, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
/** Most of a file's structure is in its first bytes. */
const HEAD_BYTES = 2_048;

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "bits flipped": (content, { below }) => {
    for (let flips = 1 + below(200); flips > 0; flips--) {
      const at = below(content.length);
      content[at] = (content[at] ?? 0) ^ (1 << below(8));
    }
    return content;
  },
  "bits flipped in its head": (content, { below }) => {
    for (let flips = 1 + below(40); flips > 0; flips--) {
      const at = below(Math.min(HEAD_BYTES, content.length));
      content[at] = (content[at] ?? 0) ^ (1 << below(8));
    }
    return content;
  },
  "extreme numbers": (content, { below, pick }) => {
    for (let times = 1 + below(20); times > 0; times--) {
      content.writeUInt32BE(pick(EXTREMES), below(Math.max(1, Math.min(HEAD_BYTES, content.length) - 4)));
    }
    return content;
  },
  "cut off": (content, { below }) => content.subarray(0, 1 + below(content.length)),
  "a stretch of zeros": (content, { below }) => content.fill(0, below(content.length), below(content.length)),
  "a stretch twice": (content, { below }) => {
    const [from, to] = [below(content.length), below(content.length)].sort((a, b) => a - b) as [number, number];
    return Buffer.concat([content.subarray(0, to), content.subarray(from)]);
  },
  "noise in the middle": (content, { below, bytes }) => {
    const at = below(content.length);
    return Buffer.concat([content.subarray(0, at), bytes(1 + below(500)), content.subarray(at)]);
  },
};

/** Valid files with a few wrong bytes: most are rejected, some are harmless, none may do anything else. */
export const mutateFiles = (valid: readonly ValidFile[], count: number, random: Seeded): HostileFile[] =>
  Array.from({ length: count }, (_, at) => {
    const { name, mime, content } = random.pick(valid);
    const [what, mutation] = random.pick(Object.entries(MUTATIONS));
    const mutated = mutation(Buffer.from(content), random);
    return { family: "mutated", name: `${at} ${name}, ${what}`, declaredMime: mime, content: mutated, expected: "any" };
  });
