import { escapeIdentifier } from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { type Config, readConfig } from "../config.ts";
import { createDatabase, type Db } from "../platform/db/database.ts";
import { testEnvironment } from "./environment.ts";
import { asOwner, dropDatabase, newDatabaseName, withDatabase } from "./template-database.ts";

export interface TestDatabase {
  /** Connects like the processes: with the rights of the app role only. */
  readonly db: Db;
  readonly url: string;
  readonly ownerUrl: string;
  readonly close: () => Promise<void>;
}

/** The configuration of the running engines for tests. */
export const testConfig = (): Config => readConfig(testEnvironment());

/** A new database with every migration; closing it drops it. */
export const openTestDatabase = async (): Promise<TestDatabase> => {
  const { database } = testConfig();
  const serverUrl = database.ownerUrl ?? "";
  const name = newDatabaseName();
  await asOwner(
    serverUrl,
    `create database ${escapeIdentifier(name)} template ${escapeIdentifier(inject("templateDatabase"))}`,
  );
  const url = withDatabase(database.url, name);
  const opened = createDatabase({ url, poolSize: 10, applicationName: "dailies-test" });
  return {
    db: opened.db,
    url,
    ownerUrl: withDatabase(serverUrl, name),
    close: async () => {
      await opened.close();
      await dropDatabase(serverUrl, name);
    },
  };
};

/** A new database for the tests of one file; call it at the top of the file. */
export const testDatabase = (): { readonly current: TestDatabase } => {
  let opened: TestDatabase | undefined;
  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened?.close());
  return {
    get current() {
      if (!opened) throw new Error("the test database is open only while tests run");
      return opened;
    },
  };
};
