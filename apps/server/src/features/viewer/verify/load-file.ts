import type { ByteSource } from "@dailies/formats/byte-source";
import { createRunningHash } from "./hashes.ts";
import type { RunningHash } from "./xxhash.ts";

const PIECE_BYTES = 8 * 1024 ** 2;

export interface LoadedFile {
  /** The whole file, if it was small enough to keep. */
  readonly bytes: Uint8Array | undefined;
  /** Hashes by algorithm, for supported algorithms. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Reads a file once from start to end; the next piece is read while one is hashed. */
export const loadFile = async (
  source: ByteSource,
  object: string,
  { sizeBytes, keepBytes, hashes, signal }: LoadInput,
): Promise<LoadedFile> => {
  const running = new Map<string, RunningHash>();
  for (const name of hashes) {
    const hash = createRunningHash(name);
    if (hash) running.set(name, hash);
  }
  const kept = sizeBytes <= keepBytes ? new Uint8Array(sizeBytes) : undefined;
  if (running.size === 0 && !kept) return { bytes: undefined, hashes: new Map() };
  const ask = (begin: number) => source.read(object, begin, Math.min(begin + PIECE_BYTES, sizeBytes), signal);
  let next = sizeBytes > 0 ? ask(0) : undefined;
  try {
    for (let begin = 0; next !== undefined; begin += PIECE_BYTES) {
      const piece: Uint8Array = await next;
      next = begin + PIECE_BYTES < sizeBytes ? ask(begin + PIECE_BYTES) : undefined;
      kept?.set(piece, begin);
      for (const hash of running.values()) hash.update(piece);
    }
  } finally {
    await Promise.allSettled([next]);
  }
  return { bytes: kept, hashes: new Map([...running].map(([name, hash]) => [name, hash.digest()])) };
};

export interface LoadInput {
  readonly sizeBytes: number;
  /** A larger file is hashed but not kept. */
  readonly keepBytes: number;
  readonly hashes: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** The algorithms whose hash differs from the index. */
export const differingHashes = (told: Readonly<Record<string, string>>, found: ReadonlyMap<string, string>): string[] =>
  [...found].flatMap(([name, value]) => (told[name] && told[name].toLowerCase() !== value ? [name] : []));
