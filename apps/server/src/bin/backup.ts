import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Config, readConfig } from "../config.ts";
import { RESERVED_FOLDER } from "../features/storage/index.ts";
import { createDatabase, type Db } from "../platform/db/database.ts";
import { countOf } from "../platform/installation-check.ts";
import { openObjectBackup } from "../platform/object-backup/back-up-objects.ts";
import { DamagedInventory } from "../platform/object-backup/inventory-log.ts";
import type { BackupSource } from "../platform/object-backup/listed-objects.ts";
import { type ObjectRepository, openObjectRepository } from "../platform/object-backup/object-repository.ts";
import { markMoment, untilArchived, withBackupLock } from "../platform/object-backup/reachable-moment.store.ts";
import { checkCopies, restoreObjects } from "../platform/object-backup/restore-objects.ts";
import { type Log, openLog } from "../platform/observability/log.ts";
import { createObjectStorage } from "../platform/s3/object-storage.ts";
import { onShutdown } from "../platform/shutdown.ts";

const USAGE = `The backup of the object storage, in DAILIES_BACKUP_FOLDER, encrypted with
DAILIES_BACKUP_KEY. The database has a backup of its own; docs/operations.md
says how both fit together.

  backup objects [--every SECONDS] [--accept-removals]

    Copies the objects that are new, and records what exists. Once, or repeatedly.
    Fails when most objects are gone, as from a storage that was lost, unless it
    is told that they were removed on purpose.

  backup moment [--max-age SECONDS]

    Prints the newest moment to which objects and database can both be restored.
    Fails when it is older than that.

  backup restore-objects [--to MOMENT]

    Writes the objects of a moment into the buckets, which must exist; by default
    of the newest one. Objects that are there already are not written again.

  backup check

    Reads every copy of the newest pass, and fails when one is damaged.

  backup expire --days DAYS

    Deletes what is only needed for moments that are longer ago.
`;

const ARCHIVE_WAIT_MS = 300_000;
const MAX_PAUSE_S = 300;
const DAY_MS = 86_400_000;
const SHOWN_FAULTS = 50;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: "string" },
    "max-age": { type: "string" },
    to: { type: "string" },
    days: { type: "string" },
    "accept-removals": { type: "boolean", default: false },
  },
});

/** What the operator has to read, without a stack trace. */
class CommandFailed extends Error {}

interface Backup {
  readonly config: Config;
  readonly repository: ObjectRepository;
}

const positive = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!(number > 0)) throw new CommandFailed(USAGE);
  return number;
};

const withSources = async <T>(
  { config }: Backup,
  act: (sources: readonly BackupSource[]) => Promise<T>,
): Promise<T> => {
  const storage = createObjectStorage(config.s3);
  const { assetsBucket, datasetsBucket } = config.s3;
  const assets = { storage, prefix: "" };
  const datasets = { storage: storage.inBucket(datasetsBucket), prefix: RESERVED_FOLDER };
  try {
    return await act(assetsBucket === datasetsBucket ? [assets] : [assets, datasets]);
  } finally {
    await storage.close();
  }
};

const withDatabase = async <T>({ config }: Backup, act: (db: Db) => Promise<T>): Promise<T> => {
  const { db, close } = createDatabase({
    url: config.database.url,
    poolSize: 2,
    applicationName: "dailies-backup",
  });
  try {
    return await act(db);
  } finally {
    await close();
  }
};

const backUp = (backup: Backup): Promise<string> =>
  withSources(backup, (sources) =>
    withDatabase(backup, async (db) => {
      const objects = openObjectBackup({
        repository: backup.repository,
        sources,
        markMoment: () => markMoment(db),
        untilReachable: () => untilArchived(db, ARCHIVE_WAIT_MS),
        clock: () => new Date(),
        acceptsRemovals: values["accept-removals"],
      });
      const pass = async (): Promise<string> => {
        const done = await withBackupLock(db, objects.run);
        if (!done) throw new CommandFailed("another process is making this backup\n");
        const { momentMs, objects: seen, copied, copiedBytes, removed } = done;
        return `${new Date(momentMs).toISOString()}: ${countOf(seen, "object")}, ${copied} copied (${copiedBytes} bytes), ${removed} removed`;
      };
      const everyS = positive(values.every);
      if (everyS === undefined) return `${await pass()}\n`;
      const { log, flush } = openLog({ level: backup.config.logLevel, isBuffered: false });
      const stopping = new AbortController();
      const running = repeat(pass, { everyS, log, signal: stopping.signal });
      onShutdown(log, async () => {
        stopping.abort();
        await running;
        await flush();
      });
      await running;
      return "";
    }),
  );

interface Repetition {
  readonly everyS: number;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** A pass that failed is repeated, less often the more of them fail: storage or database may be away for hours. */
const repeat = async (pass: () => Promise<string>, { everyS, log, signal }: Repetition): Promise<void> => {
  let failures = 0;
  while (!signal.aborted) {
    const beganMs = performance.now();
    try {
      log.info({ pass: await pass() }, "objects are backed up");
      failures = 0;
    } catch (error) {
      failures += 1;
      log.error({ err: error, failures }, "objects could not be backed up");
    }
    const pauseS = Math.min(everyS * 2 ** failures, Math.max(everyS, MAX_PAUSE_S));
    const leftMs = pauseS * 1_000 - (performance.now() - beganMs);
    if (leftMs > 0) await sleep(leftMs, undefined, { signal }).catch(() => undefined);
  }
};

const newestMoment = async (repository: ObjectRepository): Promise<Date> => {
  const momentMs = await repository.newestMoment();
  if (momentMs === undefined) throw new CommandFailed("there is no backup of objects yet\n");
  return new Date(momentMs);
};

const tellMoment = async ({ repository }: Backup): Promise<string> => {
  const moment = await newestMoment(repository);
  const maxAgeS = positive(values["max-age"]);
  const ageS = (Date.now() - moment.getTime()) / 1_000;
  if (maxAgeS !== undefined && ageS > maxAgeS)
    throw new CommandFailed(`${moment.toISOString()} is ${Math.round(ageS)} s ago: the backup is not running\n`);
  return `${moment.toISOString()}\n`;
};

const momentOf = async ({ repository }: Backup): Promise<Date> => {
  if (values.to === undefined) return newestMoment(repository);
  const moment = new Date(values.to);
  if (Number.isNaN(moment.getTime()))
    throw new CommandFailed(`'${values.to}' is no time such as 2026-11-19T14:03:22Z\n`);
  return moment;
};

const restore = (backup: Backup): Promise<string> =>
  withSources(backup, async (sources) => {
    const moment = await momentOf(backup);
    const { repository } = backup;
    const { restored, restoredBytes, unchanged, faults } = await restoreObjects(
      { repository, sources },
      moment.getTime(),
    );
    const done = `${moment.toISOString()}: ${countOf(restored, "object")} restored (${restoredBytes} bytes), ${unchanged} unchanged\n`;
    if (faults.length === 0) return done;
    const shown = faults.slice(0, SHOWN_FAULTS).map((fault) => `  ${fault}\n`);
    throw new CommandFailed(`${done}${countOf(faults.length, "object")} could not be restored:\n${shown.join("")}`);
  });

const check = async ({ repository }: Backup): Promise<string> => {
  const copies = checkCopies(repository);
  for (let faults = 0; ; faults++) {
    const { done, value } = await copies.next();
    if (!done) process.stdout.write(`  ${value}\n`);
    else if (faults > 0)
      throw new CommandFailed(`${faults} of ${countOf(value, "copy", "copies")} damaged or missing\n`);
    else return `${countOf(value, "copy", "copies")}, nothing is wrong\n`;
  }
};

const expire = (backup: Backup): Promise<string> =>
  withDatabase(backup, async (db) => {
    const days = positive(values.days);
    if (days === undefined) throw new CommandFailed(USAGE);
    const removed = await withBackupLock(db, () => backup.repository.expire(Date.now() - days * DAY_MS));
    if (!removed) throw new CommandFailed("another process is making this backup: try again\n");
    return `deleted the inventories of ${countOf(removed.days, "day")} and ${countOf(removed.copies, "copy", "copies")}\n`;
  });

const COMMANDS: Readonly<Record<string, (backup: Backup) => Promise<string>>> = {
  objects: backUp,
  moment: tellMoment,
  "restore-objects": restore,
  check,
  expire,
};

const run = async (): Promise<string> => {
  const command = COMMANDS[positionals[0] ?? ""];
  if (!command || positionals.length > 1) throw new CommandFailed(USAGE);
  const config = readConfig();
  if (!config.backup) throw new CommandFailed("DAILIES_BACKUP_FOLDER and DAILIES_BACKUP_KEY are not set\n");
  const { folder, key } = config.backup;
  return command({ config, repository: openObjectRepository(folder, key) });
};

try {
  process.stdout.write(await run());
} catch (error) {
  if (error instanceof CommandFailed) process.stderr.write(error.message);
  else if (error instanceof DamagedInventory) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}
