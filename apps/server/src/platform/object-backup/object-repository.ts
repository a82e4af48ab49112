import { createHmac, hkdfSync } from "node:crypto";
import { access, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type BackupPass,
  type Inventory,
  inventoryAt,
  latestInventory,
  type ObjectVersion,
} from "./inventory.rules.ts";
import { dayOf, type InventoryLog, openInventoryLog } from "./inventory-log.ts";
import { readCopy, writeCopy } from "./sealed-copy.ts";

/** No pass covers the moment, so that objects would be missing. */
export class MomentNotCovered extends Error {}

export interface ObjectRepository {
  readonly log: InventoryLog;
  readonly hasCopy: (version: ObjectVersion) => Promise<boolean>;
  readonly write: (version: ObjectVersion, content: AsyncIterable<Buffer>) => Promise<void>;
  /** Throws DamagedCopy at the end of the content at the latest. */
  readonly read: (version: ObjectVersion) => AsyncGenerator<Buffer>;
  /** The moment of the newest pass, or undefined without one. */
  readonly newestMoment: () => Promise<number | undefined>;
  readonly inventoryAt: (momentMs: number) => Promise<Inventory>;
  readonly latest: () => Promise<Map<string, ObjectVersion>>;
  /** Deletes passes that are no longer needed for moments since this one, and copies that no pass names. */
  readonly expire: (keepSinceMs: number) => Promise<{ readonly days: number; readonly copies: number }>;
}

const NAME_KEY_BYTES = 32;

/** The backup of objects in a folder: the journal of what existed when, and a copy of each version. */
export const openObjectRepository = (folder: string, key: Buffer): ObjectRepository => {
  const log = openInventoryLog(join(folder, "inventory"), key);
  const copies = join(folder, "copies");
  const nameKey = Buffer.from(hkdfSync("sha256", key, "", "dailies names of copies", NAME_KEY_BYTES));

  const identify = ({ bucket, key: objectKey, etag }: ObjectVersion): string =>
    JSON.stringify([bucket, objectKey, etag]);
  /** Names tell nothing about the objects, like their contents. */
  const nameOf = (version: ObjectVersion): string =>
    createHmac("sha256", nameKey).update(identify(version)).digest("hex");
  const pathOf = (version: ObjectVersion): string => {
    const name = nameOf(version);
    return join(copies, name.slice(0, 2), name.slice(2));
  };
  const seal = (version: ObjectVersion) => ({ key, about: identify(version) });

  const newestDay = async (): Promise<BackupPass[]> => {
    for (const day of (await log.days()).toReversed()) {
      const passes = await log.read(day);
      if (passes.length > 0) return passes;
    }
    return [];
  };

  /** From the last file that begins at the moment or before. */
  const passesAt = async (momentMs: number): Promise<BackupPass[]> => {
    let passes: BackupPass[] = [];
    for (const day of (await log.days()).filter((name) => name <= nextDay(momentMs)).toReversed()) {
      passes = [...(await log.read(day)), ...passes];
      const [first] = passes;
      if (first && first.momentMs <= momentMs) return passes;
    }
    throw new MomentNotCovered("the backup of objects began after this moment");
  };

  return {
    log,
    hasCopy: async (version) =>
      access(pathOf(version)).then(
        () => true,
        () => false,
      ),
    write: (version, content) => writeCopy(pathOf(version), content, seal(version)),
    read: (version) => readCopy(pathOf(version), seal(version)),
    newestMoment: async () => (await newestDay()).at(-1)?.momentMs,
    inventoryAt: async (momentMs) => {
      const passes = await passesAt(momentMs);
      if ((passes.at(-1)?.momentMs ?? 0) < momentMs)
        throw new MomentNotCovered("no backup of objects began at this moment or later");
      return inventoryAt(passes, momentMs);
    },
    latest: async () => latestInventory(await newestDay()),
    expire: async (keepSinceMs) => {
      const days = await log.days();
      // The last file that begins before is needed for the first moments.
      const base = days.findLast((day) => day < dayOf(keepSinceMs)) ?? "";
      const old = days.filter((day) => day < base);
      for (const day of old) await log.remove(day);
      const needed = new Set<string>();
      for (const day of days.filter((name) => name >= base)) {
        for (const { changed } of await log.read(day)) for (const version of changed) needed.add(nameOf(version));
      }
      return { days: old.length, copies: await removeOthers(copies, needed) };
    },
  };
};

const DAY_MS = 86_400_000;
const nextDay = (ms: number): string => dayOf(ms + DAY_MS);

const removeOthers = async (copies: string, needed: ReadonlySet<string>): Promise<number> => {
  let removed = 0;
  for (const first of await readdir(copies).catch(() => [])) {
    for (const rest of await readdir(join(copies, first))) {
      if (needed.has(`${first}${rest}`)) continue;
      await rm(join(copies, first, rest));
      removed += 1;
    }
  }
  return removed;
};
