import { readConfig } from "../config.ts";
import { createSettingsReader, SETTINGS } from "../features/settings/index.ts";
import { createDatabase } from "../platform/db/database.ts";
import { openLog } from "../platform/observability/log.ts";

// A process that reads a setting as servers and workers do, and sends its parent every new value.
const { database, redisUrl, secretKeys } = readConfig();
const { log } = openLog({ level: "warn", isBuffered: false });
const { db } = createDatabase({ url: database.url, poolSize: 2, applicationName: "dailies-settings-reader", log });
const settings = createSettingsReader({ db, redisUrl, secretKeys, log, pollMs: Number(process.argv[2]) });
await settings.start();

let told: number | undefined;
setInterval(() => {
  const value = settings.get(SETTINGS.assetsUserQuotaBytes);
  if (value !== told) process.send?.({ value });
  told = value;
}, 5);
