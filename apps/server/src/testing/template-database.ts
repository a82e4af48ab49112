import { randomBytes } from "node:crypto";
import { Client, escapeIdentifier } from "pg";
import { pino } from "pino";
import { migrate } from "../platform/db/migrations.ts";

export interface DatabaseUrls {
  readonly ownerUrl: string;
  readonly appUrl: string;
}

export const withDatabase = (url: string, database: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
};

export const newDatabaseName = (): string => `dailies_test_${randomBytes(6).toString("hex")}`;

export const asOwner = async (ownerUrl: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** An empty migrated database; also the template of the test databases. */
export const createMigratedDatabase = async ({ ownerUrl, appUrl }: DatabaseUrls): Promise<string> => {
  const name = newDatabaseName();
  await asOwner(ownerUrl, `create database ${escapeIdentifier(name)}`);
  const appRole = decodeURIComponent(new URL(appUrl).username);
  await migrate({ ownerUrl: withDatabase(ownerUrl, name), appRole, log: pino({ level: "silent" }) });
  return name;
};

export const dropDatabase = (ownerUrl: string, name: string): Promise<void> =>
  asOwner(ownerUrl, `drop database if exists ${escapeIdentifier(name)} with (force)`);
