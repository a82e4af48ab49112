import type { ByteSource } from "@dailies/formats/byte-source";

export type Files = ReadonlyMap<string, Uint8Array>;

/** Everything that a reader may touch lies here; what lies beside it is bait. */
export const PREFIX = "set/";

/** One thing that reads bytes or text from outside. A line in `subjects.ts` puts it under the fuzzer. */
export interface Subject {
  readonly name: string;
  /** Sound sets to begin from; each is changed in many ways. */
  readonly sets: () => Promise<readonly Files[]>;
  /** Reads all there is, within what the product itself would read. */
  readonly run: (source: ByteSource, files: Files) => Promise<void>;
}

const encoder = new TextEncoder();

export const fileOf = (name: string, content: Uint8Array | string): [string, Uint8Array] => [
  PREFIX + name,
  typeof content === "string" ? encoder.encode(content) : content,
];

export const textOf = (files: Files): string => new TextDecoder().decode([...files.values()][0]);

/** Takes the first of what a reader yields, and no more. */
export const take = async <T>(items: AsyncIterable<T>, most: number, see: (item: T) => unknown): Promise<void> => {
  let taken = 0;
  for await (const item of items) {
    await see(item);
    taken += 1;
    if (taken >= most) return;
  }
};
