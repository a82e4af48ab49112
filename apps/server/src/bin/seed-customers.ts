import { parseArgs } from "node:util";
import { readConfig } from "../config.ts";
import { createServiceSeal, seedCustomers } from "../features/service-api/index.ts";
import { createDatabase } from "../platform/db/database.ts";
import { newId } from "../platform/ids.ts";
import { createObjectStorage } from "../platform/s3/object-storage.ts";
import { programContext } from "../request-context.ts";

const DEFAULT_CUSTOMERS = "500";
const DEFAULT_SEED = "2026";

const { values } = parseArgs({
  options: {
    customers: { type: "string", default: DEFAULT_CUSTOMERS },
    seed: { type: "string", default: DEFAULT_SEED },
    /** Origin of the running API, if not this environment's. */
    origin: { type: "string" },
  },
});

const config = readConfig();
if (config.mode === "production") throw new Error("demonstration customers are not for production");

const startedMs = performance.now();
const { db, close } = createDatabase({ url: config.database.url, poolSize: 2, applicationName: "dailies-seed" });
const storage = createObjectStorage(config.s3);
try {
  const origin = values.origin ?? `http://127.0.0.1:${config.http.port}`;
  const context = programContext("(demonstration data)", `seed-${newId()}`, new Date());
  const deps = { db, seal: createServiceSeal(config.secretKeys), storage, origin };
  const input = { customers: Number(values.customers), seed: Number(values.seed) };
  const { customers, calls } = await seedCustomers(deps, context, input);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  process.stdout.write(`told of ${customers} customers in ${calls} calls, ${seconds} s\n`);
} finally {
  await storage.close();
  await close();
}
