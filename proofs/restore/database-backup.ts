// pgBackRest with the configuration that operators are given, run by the user of the database.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { asOwner } from "../../apps/server/src/testing/template-database.ts";
import { ROOT } from "../chaos/harness/own-engines.ts";
import type { OwnMachine } from "./own-machine.ts";

const run = promisify(execFile);
const STANZA = "dailies";
const MAX_OUTPUT_BYTES = 16 * 1024 ** 2;
const isRoot = process.getuid?.() === 0;

export interface DatabaseBackup {
  /** Turns on the archiving of WAL, which needs a restart. */
  readonly turnOn: () => Promise<void>;
  readonly backUp: (type: "full" | "incr") => Promise<void>;
  /** Restores the deleted cluster to a moment; starting it replays its WAL up to there. */
  readonly restore: (moment: Date) => Promise<void>;
}

const makeFolder = async (folder: string): Promise<void> => {
  const owner = isRoot ? ["-o", "postgres", "-g", "postgres"] : [];
  await run("install", ["-d", "-m", "700", ...owner, folder]);
};

/** A file that only the user of the database can read. */
const writePrivate = async (file: string, content: string): Promise<void> => {
  await writeFile(file, content, { mode: 0o600 });
  if (isRoot) await run("chown", ["postgres:postgres", file]);
};

/** A folder that the user of the database can enter, elsewhere than the data of the engines. */
export const openDatabaseBackup = async (
  machine: OwnMachine,
  { folder, archiveTimeoutS }: { readonly folder: string; readonly archiveTimeoutS: number },
): Promise<DatabaseBackup> => {
  const { clusterFolder, databasePort, superuserUrl, superuserPassword } = machine;
  const [repository, configuration] = [path.join(folder, "repository"), path.join(folder, "configuration")];
  const confD = path.join(configuration, "conf.d");
  for (const each of [folder, repository, configuration, confD, path.join(folder, "lock")]) await makeFolder(each);
  const given = await readFile(path.join(ROOT, "ops/backup/pgbackrest.conf"), "utf8");
  await writePrivate(
    path.join(configuration, "pgbackrest.conf"),
    given
      .replace(/^repo1-path=.*$/m, `repo1-path=${repository}\nlock-path=${path.join(folder, "lock")}`)
      .replace(/^pg1-path=.*$/m, `pg1-path=${clusterFolder}\npg1-port=${databasePort}\npg1-user=postgres`),
  );
  await writePrivate(
    path.join(confD, "passphrase.conf"),
    `[global]\nrepo1-cipher-pass=${randomBytes(48).toString("base64")}\n`,
  );
  const passwords = path.join(configuration, "pgpass");
  await writePrivate(passwords, `127.0.0.1:${databasePort}:*:postgres:${superuserPassword}\n`);

  const prefix = [`--config-path=${configuration}`, `--stanza=${STANZA}`];
  const asDatabase = async (...args: readonly string[]): Promise<void> => {
    const command = ["pgbackrest", ...prefix, ...args];
    const [program = "", ...rest] = isRoot
      ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", ...command]
      : command;
    // The engine has no socket, and libpq takes what pgBackRest does not say from the environment.
    const env = { PATH: machine.environment.PATH, PGHOST: "127.0.0.1", PGPASSFILE: passwords };
    await run(program, rest, { cwd: "/", env, maxBuffer: MAX_OUTPUT_BYTES });
  };
  const set = (name: string, value: string): Promise<void> =>
    asOwner(superuserUrl, `alter system set ${name} = '${value.replaceAll("'", "''")}'`);

  return {
    turnOn: async () => {
      await set("archive_mode", "on");
      await set("archive_command", `pgbackrest ${prefix.join(" ")} archive-push %p`);
      await set("archive_timeout", `${archiveTimeoutS}s`);
      await machine.stopEngine("postgres");
      await machine.start("postgres");
      await asDatabase("stanza-create");
      await asDatabase("check");
    },
    backUp: (type) => asDatabase(`--type=${type}`, "backup"),
    restore: async (moment) => {
      await makeFolder(clusterFolder);
      const target = moment.toISOString().replace("T", " ").replace("Z", "+00");
      await asDatabase("--type=time", `--target=${target}`, "--target-action=promote", "restore");
      await machine.start("postgres");
      // Excluded from the restore, so that nothing of them can be read; the next start makes empty ones.
      for (const name of ["temporal", "temporal_visibility"])
        await asOwner(superuserUrl, `drop database if exists ${name}`);
      await machine.start("postgres");
    },
  };
};
