import { parseArgs } from "node:util";
import { readConfig, readSeedAdministrator } from "../config.ts";
import { seedDatasets } from "../features/datasets/demo/seed-datasets.ts";
import { openData } from "../features/datasets/index.ts";
import { provisionOwnProfile } from "../features/storage/index.ts";
import { listUsers } from "../features/users/index.ts";
import { createDatabase } from "../platform/db/database.ts";
import { newId } from "../platform/ids.ts";
import { openLog } from "../platform/observability/log.ts";
import { createObjectStorage } from "../platform/s3/object-storage.ts";
import { programContext } from "../request-context.ts";

const ALL_SAMPLES = 2_000;
const FEW_SAMPLES = 60;

const { values } = parseArgs({
  options: {
    /** A set of sixty samples, for end-to-end and other tests. */
    small: { type: "boolean", default: false },
    /** Only store the objects. */
    "no-register": { type: "boolean", default: false },
  },
});

const config = readConfig();
if (config.mode === "production") throw new Error("demonstration datasets are not for production");

const startedMs = performance.now();
const at = new Date();
const { db, close } = createDatabase({ url: config.database.url, poolSize: 2, applicationName: "dailies-seed" });
const { queries, storageOrigins, secretKeys } = config;
const storage = createObjectStorage(config.s3);
const { log } = openLog({ level: config.logLevel, isBuffered: false });
const data = openData({ db, clock: () => at, log, storage, own: config.s3, queries, storageOrigins, secretKeys });
try {
  const context = programContext("(demonstration data)", `seed-${newId()}`, at);
  const isRegistering = !values["no-register"];
  if (isRegistering) await provisionOwnProfile(data.stores, context);
  const administrator = readSeedAdministrator().username;
  const { items } = isRegistering ? await listUsers(db, { q: administrator }, { limit: 1, offset: 0 }) : { items: [] };
  await seedDatasets(data, {
    ...(values.small ? { samples: FEW_SAMPLES, root: "demo-small/" } : { samples: ALL_SAMPLES, root: "demo/" }),
    owner: items[0],
    requestId: context.requestId,
    say: (line) => process.stdout.write(`${line}\n`),
  });
  process.stdout.write(`demonstration datasets took ${((performance.now() - startedMs) / 1000).toFixed(0)} s\n`);
} finally {
  await data.close();
  await storage.close();
  await close();
}
