import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { ByteSource } from "@dailies/formats/byte-source";
import { FormatFault } from "@dailies/formats/format-fault";
import { DomainError } from "../../../errors.ts";
import { BoundedQueue } from "../../../platform/concurrency/bounded-queue.ts";
import { LruByteCache } from "../../../platform/concurrency/lru-byte-cache.ts";
import { SingleFlight } from "../../../platform/concurrency/single-flight.ts";
import { makeOwnFolder } from "../../../platform/own-folder.ts";
import { isAlive } from "../../../platform/processes/process-state.ts";

interface Inflated {
  readonly path: string;
  readonly bytes: number;
}

export interface InflatedShards {
  readonly has: (key: string) => boolean;
  /** The file for `key`, created once (single flight), served under the object name `object`. */
  readonly open: (
    key: string,
    object: string,
    make: (signal: AbortSignal) => Promise<Uint8Array>,
    signal?: AbortSignal,
  ) => Promise<ByteSource>;
  readonly close: () => Promise<void>;
}

/** Each holds a shard twice: compressed and decompressed. */
const SHARDS = { running: 2, waiting: 32, ofOnePerson: { running: 1, waiting: 16 } };

/** Disk cache of fully decompressed shards, bounded in size with LRU eviction. */
export const openInflatedShards = ({
  folder,
  limitBytes,
}: {
  readonly folder: string;
  readonly limitBytes: number;
}): InflatedShards => {
  // Private to this process: files of another process may be incomplete.
  const home = join(folder, `${OURS}${process.pid}-${randomUUID()}`);
  let tidied: Promise<void> | undefined;
  const files = new LruByteCache<Inflated>(limitBytes, ({ path }) => void rm(path, { force: true }));
  const making = new SingleFlight<Inflated>();
  const queue = new BoundedQueue(SHARDS);

  const write = async (key: string, make: () => Promise<Uint8Array>): Promise<Inflated> => {
    tidied ??= makeOwnFolder(folder).then(() => removeLeftovers(folder));
    await tidied;
    const bytes = await make();
    await mkdir(home, { recursive: true, mode: 0o700 });
    const path = join(home, `${createHash("sha256").update(key).digest("hex")}-${randomUUID()}`);
    await writeFile(path, bytes, { mode: 0o600 });
    const inflated = { path, bytes: bytes.length };
    files.set(key, inflated, bytes.length);
    return inflated;
  };

  return {
    has: (key) => files.get(key) !== undefined,
    open: async (key, object, make, signal) => {
      const kept = files.get(key);
      if (kept) return fileSource(kept, object);
      const start = (over: AbortSignal): Promise<Inflated> =>
        queue.run(() => write(key, () => make(over))) ?? Promise.reject(busy());
      return fileSource(await making.join(key, start, signal), object);
    },
    close: async () => {
      files.clear();
      await rm(home, { recursive: true, force: true });
    },
  };
};

const OURS = `inflated-${hostname()}-`;

/** Cleanup of files left by killed processes on this machine. */
const removeLeftovers = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(OURS))) {
    const pid = Number.parseInt(name.slice(OURS.length), 10);
    if (Number.isInteger(pid) && !isAlive(pid)) await rm(join(folder, name), { recursive: true, force: true });
  }
};

const busy = (): DomainError =>
  new DomainError("unavailable", "too many compressed shards are being fetched; try again", { retryAfterS: 5 });

const fileSource = ({ path, bytes }: Inflated, object: string): ByteSource => ({
  size: async (asked) => (asked === object ? bytes : undefined),
  read: async (asked, begin, end) => {
    if (asked !== object) throw new FormatFault("missing", `there is no ${asked}`);
    if (!(begin >= 0 && begin <= end && end <= bytes))
      throw new FormatFault("truncated", `${object} ends at ${bytes}`, Math.min(end, bytes));
    return readRange(path, begin, end);
  },
});

const readRange = async (path: string, begin: number, end: number): Promise<Uint8Array> => {
  const file = await open(path).catch(() => {
    throw new DomainError("unavailable", "the decompressed shard was just evicted from the cache; try again", {
      retryAfterS: 1,
    });
  });
  try {
    const piece = new Uint8Array(end - begin);
    const { bytesRead } = await file.read(piece, 0, piece.length, begin);
    if (bytesRead !== piece.length)
      throw new FormatFault("truncated", "the decompressed shard is shorter than expected", begin + bytesRead);
    return piece;
  } finally {
    await file.close();
  }
};
