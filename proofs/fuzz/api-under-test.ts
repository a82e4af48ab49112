import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { readConfig } from "../../apps/server/src/config.ts";
import type { SecretKeys } from "../../apps/server/src/platform/crypto/secret-keys.ts";
import { createDatabase, type Db } from "../../apps/server/src/platform/db/database.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { becomesReady, freePort } from "../../apps/server/src/testing/listening.ts";
import { createMigratedDatabase, dropDatabase, withDatabase } from "../../apps/server/src/testing/template-database.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
export const LOG_FILE = path.join(ROOT, "node_modules/.cache/fuzz/api.log");
const START_MS = 30_000;

export interface ApiUnderTest {
  readonly secretKeys: SecretKeys;
  readonly origin: string;
  readonly opsOrigin: string;
  readonly db: Db;
  /** Its environment; the log may contain none of its secrets. */
  readonly environment: NodeJS.ProcessEnv;
  readonly close: () => Promise<void>;
}

/** The production server, from source, on its own ports and database. */
export const startApi = async (): Promise<ApiUnderTest> => {
  const environment = testEnvironment();
  const { database, secretKeys } = readConfig(environment);
  if (database.ownerUrl === undefined) throw new Error("DAILIES_OWNER_DATABASE_URL is needed to make a database");
  const { ownerUrl, url: appUrl } = database;
  const name = await createMigratedDatabase({ ownerUrl, appUrl });
  const url = withDatabase(appUrl, name);
  const [port, opsPort] = [await freePort(), await freePort()];
  const [origin, opsOrigin] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${opsPort}`];
  mkdirSync(path.dirname(LOG_FILE), { recursive: true });
  const log = createWriteStream(LOG_FILE);
  await once(log, "open");
  const child = spawn(process.execPath, ["apps/server/src/bin/api.ts"], {
    cwd: ROOT,
    stdio: ["ignore", log, log],
    env: {
      ...environment,
      // Validates replies against their schema; a violation is a server error.
      DAILIES_MODE: "test",
      DAILIES_DATABASE_URL: url,
      // Pages are not part of the contract.
      DAILIES_WEB_ROOT: undefined,
      DAILIES_HTTP_PORT: `${port}`,
      DAILIES_OPS_PORT: `${opsPort}`,
      DAILIES_PUBLIC_ORIGIN: origin,
      // Without it the webhook replies that it is not configured, which counts as a server error.
      DAILIES_STRIPE_WEBHOOK_SECRETS: "whsec_fuzzing",
      DAILIES_FAILURES_PER_ACCOUNT: "1000000",
      DAILIES_FAILURES_PER_NETWORK: "1000000",
    },
  });
  const ended = once(child, "exit");
  const opened = createDatabase({ url, poolSize: 4, applicationName: "dailies-fuzz" });
  const close = async (): Promise<void> => {
    if (child.exitCode === null) child.kill("SIGTERM");
    await ended;
    await opened.close();
    await dropDatabase(ownerUrl, name);
  };
  if (!(await becomesReady(`${opsOrigin}/readyz`, START_MS, () => child.exitCode !== null))) {
    await close();
    throw new Error(`the server did not start; see ${LOG_FILE}`);
  }
  return { origin, opsOrigin, secretKeys, environment, db: opened.db, close };
};
