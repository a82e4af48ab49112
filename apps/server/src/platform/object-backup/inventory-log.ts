// The journal of the backup: a file for each day, which begins with all objects and continues with what each pass changed.
import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createSeal, SealError } from "../crypto/seal.ts";
import { secretKeysOf } from "../crypto/secret-keys.ts";
import type { BackupPass, ObjectName, ObjectVersion } from "./inventory.rules.ts";

/** The journal was changed, or was written with another key. */
export class DamagedInventory extends Error {}

type Frame =
  | { readonly changed: readonly ObjectVersion[] }
  | { readonly removed: readonly ObjectName[] }
  | { readonly momentMs: number; readonly finishedMs: number };

export interface InventoryLog {
  /** The days that have a file, oldest first. */
  readonly days: () => Promise<string[]>;
  readonly read: (day: string) => Promise<BackupPass[]>;
  /** Adds a pass to the file of a day. An unfinished pass at its end is removed first. */
  readonly append: (day: string, pass: BackupPass) => Promise<void>;
  readonly remove: (day: string) => Promise<void>;
  /** Changes whenever a pass is appended. */
  readonly revision: () => Promise<string>;
}

const ENTRIES_IN_FRAME = 2_000;
const LENGTH_BYTES = 4;
const ENDING = ".log";

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const framesOf = ({ changed, removed, momentMs, finishedMs }: BackupPass): Frame[] => [
  ...chunksOf(changed).map((part) => ({ changed: part })),
  ...chunksOf(removed).map((part) => ({ removed: part })),
  { momentMs, finishedMs },
];

const chunksOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / ENTRIES_IN_FRAME) }, (_, n) =>
    all.slice(n * ENTRIES_IN_FRAME, (n + 1) * ENTRIES_IN_FRAME),
  );

interface ReadLog {
  readonly passes: BackupPass[];
  /** The end of the last finished pass. */
  readonly endBytes: number;
  /** The number of frames until there. */
  readonly frames: number;
}

const readFrames = (bytes: Buffer, open: (sealed: Buffer, at: number) => Frame): ReadLog => {
  const passes: BackupPass[] = [];
  let [changed, removed]: [ObjectVersion[], ObjectName[]] = [[], []];
  let [endBytes, frames] = [0, 0];
  for (let from = 0, at = 0; from + LENGTH_BYTES <= bytes.length; at++) {
    const to = from + LENGTH_BYTES + bytes.readUInt32BE(from);
    // Cut off by a crash, so that its pass did not finish.
    if (to > bytes.length) break;
    const frame = open(bytes.subarray(from + LENGTH_BYTES, to), at);
    from = to;
    if ("changed" in frame) for (const version of frame.changed) changed.push(version);
    else if ("removed" in frame) for (const name of frame.removed) removed.push(name);
    else {
      passes.push({ ...frame, changed, removed });
      [changed, removed, endBytes, frames] = [[], [], to, at + 1];
    }
  }
  return { passes, endBytes, frames };
};

export const openInventoryLog = (folder: string, key: Buffer): InventoryLog => {
  const seal = createSeal(secretKeysOf(key), "inventory of the object backup");
  const fileOf = (day: string): string => join(folder, `${day}${ENDING}`);
  const about = (day: string, at: number): string[] => [day, `${at}`];

  const days = async (): Promise<string[]> => {
    const names = await readdir(folder).catch(() => []);
    return names
      .filter((name) => name.endsWith(ENDING))
      .map((name) => name.slice(0, -ENDING.length))
      .sort();
  };

  const readLog = async (day: string): Promise<ReadLog> => {
    const bytes = await readFile(fileOf(day)).catch(() => Buffer.alloc(0));
    return readFrames(bytes, (sealed, at) => {
      try {
        return JSON.parse(seal.open(sealed, about(day, at))) as Frame;
      } catch (cause) {
        if (!(cause instanceof SealError)) throw cause;
        throw new DamagedInventory(`the inventory of ${day} cannot be read: ${cause.message}`, { cause });
      }
    });
  };

  const revision = async (): Promise<string> => {
    const day = (await days()).at(-1);
    return day === undefined ? "" : `${day} ${(await stat(fileOf(day))).size}`;
  };

  /** Where the last pass that was appended here ends, so that the file need not be read again. */
  let tail = { day: "", endBytes: 0, frames: 0 };
  const findTail = async (day: string): Promise<typeof tail> =>
    (await revision()) === `${tail.day} ${tail.endBytes}` && tail.day === day ? tail : { ...(await readLog(day)), day };

  const append = async (day: string, pass: BackupPass): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { endBytes, frames } = await findTail(day);
    const sealed = framesOf(pass).map((frame, n) => seal.seal(JSON.stringify(frame), about(day, frames + n)));
    const file = await open(fileOf(day), "a", 0o600);
    try {
      await file.truncate(endBytes);
      let writtenBytes = 0;
      for (const frame of sealed) {
        const length = Buffer.alloc(LENGTH_BYTES);
        length.writeUInt32BE(frame.length);
        await file.appendFile(Buffer.concat([length, frame]));
        writtenBytes += LENGTH_BYTES + frame.length;
      }
      await file.sync();
      tail = { day, endBytes: endBytes + writtenBytes, frames: frames + sealed.length };
    } finally {
      await file.close();
    }
  };

  return {
    days,
    read: async (day) => (await readLog(day)).passes,
    append,
    remove: (day) => rm(fileOf(day)),
    revision,
  };
};
