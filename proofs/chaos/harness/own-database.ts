import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { PermissionCode } from "@dailies/contract";
import { readConfig } from "../../../apps/server/src/config.ts";
import { openSession } from "../../../apps/server/src/features/auth/index.ts";
import { SESSION_COOKIE } from "../../../apps/server/src/http/security/cookies.ts";
import { createDatabase, type Db } from "../../../apps/server/src/platform/db/database.ts";
import { aUser, type TestUser, type UserOptions } from "../../../apps/server/src/testing/builders/a-user.ts";
import { ROOT } from "./own-engines.ts";

const run = promisify(execFile);

export const withDatabase = async <T>(url: string, act: (db: Db) => Promise<T>): Promise<T> => {
  const { db, close } = createDatabase({ url, poolSize: 2, applicationName: "dailies-chaos" });
  try {
    return await act(db);
  } finally {
    await close();
  }
};

/** Migrates the database of these engines and returns its URL. */
export const migrateOwn = async (environment: NodeJS.ProcessEnv): Promise<string> => {
  await run(process.execPath, ["apps/server/src/bin/migrate.ts"], { cwd: ROOT, env: environment });
  return readConfig(environment).database.url;
};

export interface Person extends TestUser {
  readonly cookie: string;
}

/** A user who is signed in. */
export const aPerson = async (db: Db, options: UserOptions = {}): Promise<Person> => {
  const user = await aUser(db, options);
  const token = await openSession(db, user.id, { userAgent: "a proof", network: "127.0.0.0/24" }, new Date());
  return { ...user, cookie: `${SESSION_COOKIE}=${token}` };
};

/** The session cookie of a user who holds these codes. */
export const aPersonWithSession = (databaseUrl: string, permissions: readonly PermissionCode[]): Promise<string> =>
  withDatabase(databaseUrl, async (db) => (await aPerson(db, { permissions })).cookie);
