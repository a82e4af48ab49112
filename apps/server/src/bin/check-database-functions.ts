import { Client } from "pg";
import { readConfig } from "../config.ts";
import { listChangedFunctions } from "../platform/db/database-functions.ts";

const { database } = readConfig();

const isMigrated = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ is_migrated: boolean }>(
    "select to_regclass('public.schema_function') is not null as is_migrated",
  );
  return rows[0]?.is_migrated ?? false;
};

const findFaults = async (client: Client): Promise<string[]> => {
  if (!(await isMigrated(client))) return [];
  const changed = await listChangedFunctions(client);
  return changed.map(({ name, file, change }) =>
    change === "missing"
      ? `database function ${name} is missing; ${file} of db/functions defines it`
      : `database function ${name} was changed by hand since ${file} of db/functions was applied`,
  );
};

const client = new Client({ connectionString: database.url, application_name: "dailies-check-functions" });
await client.connect();
try {
  const faults = await findFaults(client);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  if (faults.length === 0) process.stdout.write("database functions are as they were applied\n");
  else {
    process.stdout.write("migrate --restore-functions puts back what the files say\n");
    process.exitCode = 1;
  }
} finally {
  await client.end();
}
