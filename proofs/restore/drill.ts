// The restore drill: an installation at work loses everything but its backup, is restored to the newest moment, and checked.
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "../../apps/server/src/config.ts";
import { createDatabase, type Db } from "../../apps/server/src/platform/db/database.ts";
import { createObjectStorage } from "../../apps/server/src/platform/s3/object-storage.ts";
import { eventually } from "../../apps/server/src/testing/eventually.ts";
import { openMailBox } from "../../apps/server/src/testing/outsiders/mail-box.ts";
import { startPerformer } from "../chaos/generation/performer.ts";
import { consoleCalls } from "../chaos/harness/console-calls.ts";
import { aPerson, migrateOwn } from "../chaos/harness/own-database.ts";
import { emptyLogs, openProcesses, type ServerProcess } from "../chaos/harness/server-processes.ts";
import { seeded } from "../seeded.ts";
import { mustRun, startObjectBackup } from "./backup-command.ts";
import { boardFaults, type Counts, countEverything, describeCounts } from "./compare.ts";
import { type DatabaseBackup, openDatabaseBackup } from "./database-backup.ts";
import { fillInstallation, type Size } from "./fill-installation.ts";
import { type OwnMachine, startOwnMachine } from "./own-machine.ts";
import { plantCorruption } from "./planted-corruption.ts";
import { beginWork, finishWork, sendOne } from "./workflows.ts";
import { listKept, startWriter, type Writer } from "./writer.ts";

export interface DrillOptions extends Size {
  /** Cells that are generated when everything is lost. */
  readonly cellsUnderWay: number;
  /** Between two passes of the backup of objects. */
  readonly everyS: number;
  readonly archiveTimeoutS: number;
}

/** Writes of more than this must not be lost. */
const MAX_LOSS_S = 60;
const MAX_DELAY_MS = 5_000;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const secondsSince = (beganMs: number): number => (performance.now() - beganMs) / 1_000;

const timed = async <T>(what: string, act: () => Promise<T>): Promise<T> => {
  const beganMs = performance.now();
  const result = await act();
  print(`  ${what}: ${secondsSince(beganMs).toFixed(1)} s`);
  return result;
};

interface Drill {
  readonly machine: OwnMachine;
  readonly environment: NodeJS.ProcessEnv;
  readonly logs: string;
  readonly databaseBackup: DatabaseBackup;
  readonly backupFolder: string;
  readonly options: DrillOptions;
}

const openDb = ({ environment }: Pick<Drill, "environment">): { db: Db; close: () => Promise<void> } =>
  createDatabase({ url: readConfig(environment).database.url, poolSize: 6, applicationName: "dailies-drill" });

const kill = async (server: ServerProcess): Promise<void> => {
  process.kill(server.pid() ?? 0, "SIGKILL");
  await server.stop();
};

/** Of the installation as it was at the moment, as far as it can be known from outside. */
interface Lost {
  readonly disasterMs: number;
  readonly writer: Pick<Writer, "accountId" | "writes">;
  readonly before: Counts;
}

/** Everything that must work again after the restore, with the moment to which it was restored. */
const restoreAll = async ({ machine, environment, databaseBackup }: Drill): Promise<Date> => {
  const moment = new Date(await mustRun("backup", ["moment"], environment));
  await timed("database restored", () => databaseBackup.restore(moment));
  await timed("empty engines started", () => machine.start("seaweedfs", "redis", "temporal"));
  await timed("objects restored", async () =>
    print(`  ${await mustRun("backup", ["restore-objects", "--to", moment.toISOString()], environment)}`),
  );
  return moment;
};

const lossFaults = async (db: Db, { disasterMs, writer }: Lost, moment: Date): Promise<string[]> => {
  const kept = await listKept(db, writer.accountId);
  const lost = writer.writes.filter(({ key }) => !kept.has(key));
  const early = lost.filter(({ acknowledgedMs }) => acknowledgedMs < moment.getTime());
  const lossS = (disasterMs - moment.getTime()) / 1_000;
  print(
    `  data lost: ${lossS.toFixed(1)} s of writes (goal: at most ${MAX_LOSS_S} s), ${lost.length} of ${writer.writes.length} movements written meanwhile`,
  );
  return [
    ...(lossS <= MAX_LOSS_S ? [] : [`${lossS.toFixed(1)} s of writes are lost`]),
    ...(early.length === 0 ? [] : [`${early.length} writes from before the moment are lost`]),
    ...(lost.length < writer.writes.length ? [] : ["no write was kept, so that nothing was shown"]),
  ];
};

const checkAll = async ({ environment }: Drill, db: Db, lost: Lost, moment: Date): Promise<string[]> => {
  const verified = await timed("installation verified", () => mustRun("admin", ["verify-installation"], environment));
  for (const line of verified.split("\n")) print(`    ${line}`);
  const after = await countEverything(db);
  const storage = createObjectStorage(readConfig(environment).s3);
  try {
    return [
      ...(await lossFaults(db, lost, moment)),
      ...describeCounts(lost.before, after),
      ...(await boardFaults(db, storage)),
    ];
  } finally {
    await storage.close();
  }
};

/** Fills, backs up and works until the disaster; then restores, checks, lets the work finish, and plants corruption. */
const runDrill = async (drill: Drill): Promise<string[]> => {
  const { machine, environment, logs, databaseBackup, options } = drill;
  const random = seeded(options.seed);
  const first = openDb(drill);
  await timed("installation filled", () => fillInstallation(first.db, readConfig(environment), options));
  await first.close();

  const mailBox = await openMailBox();
  const performer = await startPerformer(environment, logs);
  const processes = await openProcesses({ environment }, logs, {
    DAILIES_PERFORMER_ORIGINS: performer.url,
    DAILIES_SMTP_URL: mailBox.url,
  });
  const running = new Set<ServerProcess>();
  const startBoth = async (): Promise<void> => {
    for (const server of await Promise.all([processes.startApi(), processes.startWorker()])) running.add(server);
  };
  try {
    await timed("API and worker started", startBoth);
    const second = openDb(drill);
    const sentTo = await sendOne(second.db, mailBox);
    await timed("archiving turned on", databaseBackup.turnOn);
    await timed("full backup of the database", () => databaseBackup.backUp("full"));
    await timed("first backup of the objects", async () =>
      print(`  ${await mustRun("backup", ["objects"], environment)}`),
    );
    const person = await aPerson(second.db, { permissions: ["USE_VERSION_1_0", "PERFORMER_PLAYGROUND"] });
    const calls = consoleCalls(processes.origin, person.cookie);
    const outside = { performer, mailBox };
    const work = await timed("work began", () =>
      beginWork({ db: second.db, calls, cells: options.cellsUnderWay, seed: options.seed, sentTo }, performer),
    );
    await databaseBackup.backUp("incr");
    const before = await countEverything(second.db);
    const storage = createObjectStorage(readConfig(environment).s3);
    const writer = await startWriter({ db: second.db, storage, ownerId: person.id, random });
    const objectBackup = startObjectBackup(environment, {
      everyS: options.everyS,
      logFile: path.join(logs, "backup.log"),
    });
    await untilCovered(drill);
    await sleep(random.below(MAX_DELAY_MS));

    const stopped = writer.stop();
    const disasterMs = Date.now();
    await objectBackup.kill();
    for (const server of running) await kill(server);
    running.clear();
    await machine.destroy();
    await stopped;
    await second.close();
    await storage.close();
    print("  killed every process, and deleted the data of PostgreSQL, Temporal, the object storage and Redis");

    mailBox.refuseNext(0);
    const beganMs = performance.now();
    const moment = await restoreAll(drill);
    await timed("API and worker started", startBoth);
    print(`  time to restore: ${secondsSince(beganMs).toFixed(1)} s, to ${moment.toISOString()}`);
    const third = openDb(drill);
    try {
      const faults = await checkAll(drill, third.db, { disasterMs, writer, before }, moment);
      faults.push(...(await timed("work finished", () => finishWork(third.db, work, outside))));
      await mustRun("admin", ["verify-installation"], environment);
      return [...faults, ...(await corrupt(drill, third.db))];
    } finally {
      await third.close();
    }
  } finally {
    for (const server of running) await server.stop();
    await performer.stop();
    await mailBox.close();
  }
};

/** Two passes that began while the writer was at work. */
const untilCovered = async ({ environment }: Drill): Promise<void> => {
  const startedMs = Date.now();
  for (let after = startedMs, passes = 0; passes < 2; passes++) {
    after = await eventually(async () => {
      const momentMs = Date.parse(await mustRun("backup", ["moment"], environment));
      await sleep(500);
      return momentMs > after ? momentMs : undefined;
    });
  }
};

const corrupt = async ({ environment, backupFolder, options }: Drill, db: Db): Promise<string[]> => {
  const { s3, database } = readConfig(environment);
  const storage = createObjectStorage(s3);
  try {
    return await plantCorruption(
      {
        environment,
        db,
        storage,
        ownerUrl: database.ownerUrl ?? "",
        copies: path.join(backupFolder, "objects", "copies"),
        random: seeded(options.seed + 1),
      },
      print,
    );
  } finally {
    await storage.close();
  }
};

export const restoreDrill = async (options: DrillOptions): Promise<boolean> => {
  const beganMs = performance.now();
  const backupFolder = await mkdtemp(path.join(tmpdir(), "dailies-backup-"));
  // The user of the database must reach its own folder in it.
  await chmod(backupFolder, 0o711);
  const machine = await timed("engines started", startOwnMachine);
  try {
    const databaseBackup = await openDatabaseBackup(machine, {
      folder: path.join(backupFolder, "database"),
      archiveTimeoutS: options.archiveTimeoutS,
    });
    const environment = {
      ...machine.environment,
      DAILIES_BACKUP_FOLDER: path.join(backupFolder, "objects"),
      DAILIES_BACKUP_KEY: randomBytes(32).toString("base64"),
    };
    await migrateOwn(environment);
    const drill = { machine, environment, logs: emptyLogs("restore"), databaseBackup, backupFolder, options };
    const faults = await runDrill(drill);
    for (const fault of faults) print(`  FAULT ${fault}`);
    print(`restore: ${faults.length} faults, seed ${options.seed}, ${secondsSince(beganMs).toFixed(0)} s`);
    return faults.length === 0;
  } finally {
    await machine.stop();
    await rm(backupFolder, { recursive: true });
  }
};
