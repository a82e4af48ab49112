import type { Config } from "./config.ts";
import { cellsCheck } from "./features/benchmarks/index.ts";
import { ledgerCheck } from "./features/credits/index.ts";
import { snapshotsCheck } from "./features/leaderboards/index.ts";
import { historyCheck } from "./features/operation-log/index.ts";
import { objectsCheck, runChecks } from "./features/system/index.ts";
import type { SecretKeys } from "./platform/crypto/secret-keys.ts";
import type { Db } from "./platform/db/database.ts";
import { schemaLevelCheck } from "./platform/db/migrations.ts";
import { MigrationError } from "./platform/db/schema-transaction.ts";
import { countOf, type InstallationCheck } from "./platform/installation-check.ts";
import { createObjectStorage, type ObjectStorage } from "./platform/s3/object-storage.ts";
import { listKeyUses } from "./rotate-keys.ts";
import { STORED_OBJECTS } from "./stored-objects.ts";

/** An engine did not answer, so that nothing is known of what was not checked yet. */
export class VerificationStopped extends Error {}

interface VerifyDeps {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly datasetsBucket: string;
  readonly secretKeys: SecretKeys;
  readonly readsContents: boolean;
}

const schemaCheck = (db: Db): InstallationCheck => ({
  name: "database schema",
  run: async function* () {
    try {
      await schemaLevelCheck(db)();
    } catch (error) {
      if (!(error instanceof MigrationError)) throw error;
      yield `${error.message}: run migrate`;
    }
    return "migrations and functions of this version";
  },
});

const secretsCheck = (db: Db, secretKeys: SecretKeys): InstallationCheck => ({
  name: "encrypted values",
  run: async function* () {
    const keys = await listKeyUses(db, secretKeys);
    for (const { id, state, uses } of keys) {
      if (state !== "missing") continue;
      const about = uses.map((use) => `${use.purpose} ${use.values}`).join(", ");
      yield `the key ${id} is not configured: what it encrypted cannot be read (${about})`;
    }
    return countOf(
      keys.reduce((sum, { values }) => sum + values, 0),
      "value",
    );
  },
});

/** Whether database and object storage are whole and fit together, as after a restore. The installation may run meanwhile. */
export const installationChecks = ({
  db,
  storage,
  datasetsBucket,
  secretKeys,
  readsContents,
}: VerifyDeps): readonly InstallationCheck[] => {
  const buckets = { assets: storage, datasets: storage.inBucket(datasetsBucket) };
  return [
    schemaCheck(db),
    secretsCheck(db, secretKeys),
    historyCheck(db, storage),
    ledgerCheck(db),
    cellsCheck(db),
    ...STORED_OBJECTS.map((stored) => objectsCheck({ db, buckets, readsContents }, stored)),
    snapshotsCheck({ db, storage }),
  ];
};

interface VerifyInput {
  readonly db: Db;
  readonly config: Pick<Config, "s3" | "secretKeys">;
  readonly readsContents: boolean;
}

/** Prints what is wrong, and returns the number of faults. */
export const verifyInstallation = async (
  { db, config, readsContents }: VerifyInput,
  print: (line: string) => void,
): Promise<number> => {
  const { s3, secretKeys } = config;
  const storage = createObjectStorage(s3);
  try {
    return (
      await runChecks(
        installationChecks({ db, storage, datasetsBucket: s3.datasetsBucket, secretKeys, readsContents }),
        print,
      )
    ).faults;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new VerificationStopped(`the check stopped, and the rest is not known: ${reason}\n`, { cause: error });
  } finally {
    await storage.close();
  }
};
