import type { ByteSource } from "@dailies/formats/byte-source";

export type Files = ReadonlyMap<string, Uint8Array>;

/** Readers may only access this prefix; files next to it are bait. */
export const PREFIX = "set/";

/** A reader of untrusted bytes or text. A line in `subjects.ts` adds it to the fuzzer. */
export interface Subject {
  readonly name: string;
  /** Valid datasets to start from; each is mutated in many ways. */
  readonly sets: () => Promise<readonly Files[]>;
  /** Reads everything, within the limits of the product. */
  readonly run: (source: ByteSource, files: Files) => Promise<void>;
}

const encoder = new TextEncoder();

export const fileOf = (name: string, content: Uint8Array | string): [string, Uint8Array] => [
  PREFIX + name,
  typeof content === "string" ? encoder.encode(content) : content,
];

export const textOf = (files: Files): string => new TextDecoder().decode([...files.values()][0]);

/** Takes at most `most` items of what a reader yields. */
export const take = async <T>(items: AsyncIterable<T>, most: number, see: (item: T) => unknown): Promise<void> => {
  let taken = 0;
  for await (const item of items) {
    await see(item);
    taken += 1;
    if (taken >= most) return;
  }
};
