import { parseArgs } from "node:util";
import { readConfig } from "../config.ts";
import { migrate } from "../platform/db/migrations.ts";
import { openLog } from "../platform/observability/log.ts";

// --restore-functions reapplies functions that were changed by hand in the database.
const { values } = parseArgs({ options: { "restore-functions": { type: "boolean", default: false } } });
const config = readConfig();
const { log, flush } = openLog({ level: config.logLevel, isBuffered: false });

try {
  if (!config.database.ownerUrl) throw new Error("DAILIES_OWNER_DATABASE_URL is needed to change the schema");
  const appRole = decodeURIComponent(new URL(config.database.url).username);
  const restore = values["restore-functions"];
  const applied = await migrate({ ownerUrl: config.database.ownerUrl, appRole, log, restore });
  log.info({ migrations: applied.migrations.length, functions: applied.functions.length }, "database is up to date");
} catch (error) {
  log.fatal({ err: error }, "database migration failed");
  process.exitCode = 1;
} finally {
  await flush();
}
