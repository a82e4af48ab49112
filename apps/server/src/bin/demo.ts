import { readConfig, readReferencePerformer, readSeedAdministrator } from "../config.ts";
import { DEMO_SETS } from "../features/datasets/demo/demo-sets.ts";
import { seedDatasets } from "../features/datasets/demo/seed-datasets.ts";
import { openData } from "../features/datasets/index.ts";
import { askToRemoveDemo, makeDemo } from "../features/demo/index.ts";
import { createDatabase } from "../platform/db/database.ts";
import { openLog } from "../platform/observability/log.ts";
import { createObjectStorage } from "../platform/s3/object-storage.ts";

const ROOT = "demo-small/";
const SAMPLES = 60;
/** One of each kind; the others differ in details that matter to tests. */
const SHOWN: ReadonlySet<string> = new Set(["mds/", "webdataset/", "parquet/", "lance/clips.lance/", "mds-broken/"]);

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const config = readConfig();
if (config.mode === "production") throw new Error("the demo is not for production");
const origin = `http://127.0.0.1:${config.http.port}`;
const { username, password } = readSeedAdministrator();

/** The objects of the datasets come from a trainer's storage and not through the console. */
const storeDatasets = async () => {
  const at = new Date();
  const { db, close } = createDatabase({ url: config.database.url, poolSize: 2, applicationName: "dailies-demo" });
  const storage = createObjectStorage(config.s3);
  const { queries, storageOrigins, secretKeys } = config;
  const { log } = openLog({ level: config.logLevel, isBuffered: false });
  const data = openData({ db, clock: () => at, log, storage, own: config.s3, queries, storageOrigins, secretKeys });
  try {
    await seedDatasets(data, { samples: SAMPLES, root: ROOT, owner: undefined, requestId: "demo", say });
    const uriOf = (path: string): string => `s3://${data.storage.bucket}/${ROOT}${path}`;
    return DEMO_SETS.filter(({ path }) => SHOWN.has(path)).map((set) => ({ ...set, uri: uriOf(set.path) }));
  } finally {
    await data.close();
    await storage.close();
    await close();
  }
};

const startedMs = performance.now();
if (process.argv[2] === "remove") await askToRemoveDemo({ origin, username, password, say });
else {
  const { url, secret } = readReferencePerformer();
  if (url === undefined) throw new Error("the demo needs the reference performer; set DAILIES_PERFORMER_URL");
  await makeDemo({
    origin,
    password,
    performers: { url, secret },
    datasets: await storeDatasets(),
    customersLike: "a",
    say,
  });
}
say(`took ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
