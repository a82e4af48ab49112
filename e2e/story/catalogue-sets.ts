import { randomUUID } from "node:crypto";
import { type Config, readConfig } from "../../apps/server/src/config.ts";
import { createCatalogueStore } from "../../apps/server/src/features/datasets/catalogue-store.ts";
import { withMedia } from "../../apps/server/src/features/datasets/demo/demo-media.ts";
import { makeSamples } from "../../apps/server/src/features/datasets/demo/demo-samples.rules.ts";
import { DEMO_SETS, storeSet } from "../../apps/server/src/features/datasets/demo/demo-sets.ts";
import { renderClips } from "../../apps/server/src/features/datasets/demo/render-clips.ts";
import { checkHealth } from "../../apps/server/src/features/datasets/health/check-health.ts";
import { openData } from "../../apps/server/src/features/datasets/index.ts";
import { createDatabase } from "../../apps/server/src/platform/database.ts";
import { openLog } from "../../apps/server/src/platform/log.ts";
import { createObjectStorage } from "../../apps/server/src/platform/object-storage.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { currentRun } from "../environment.ts";

export const SAMPLES = 60;

/** The four kinds, by the folder that each is written to and the address that is registered below it. */
export const KINDS = [
  { kind: "MDS", place: "mds/" },
  { kind: "WebDataset", place: "webdataset/" },
  { kind: "Parquet", place: "parquet/" },
  { kind: "Lance", place: "lance/clips.lance/" },
] as const;

const configOf = (): Config => readConfig(testEnvironment());

const withBucket = async <Result>(
  work: (storage: ReturnType<typeof createObjectStorage>) => Promise<Result>,
): Promise<Result> => {
  const { s3 } = configOf();
  const storage = createObjectStorage({ ...s3, assetsBucket: s3.datasetsBucket });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
};

export interface StoredKinds {
  readonly bucket: string;
  /** In the bucket, with its last slash. */
  readonly root: string;
  readonly uri: string;
}

/** Sixty clips in each of the four kinds, below a folder of this run in the console's own bucket. */
export const storeKinds = (): Promise<StoredKinds> =>
  withBucket(async (storage) => {
    const { s3 } = configOf();
    const clips = await renderClips(storage, "e2e/.kept/");
    const items = withMedia(
      makeSamples(SAMPLES, (clip) => clips[clip]?.thing ?? "square"),
      clips,
    );
    const root = `e2e/${randomUUID()}/`;
    const catalogue = createCatalogueStore(s3, s3.datasetsBucket);
    for (const { place } of KINDS) {
      const demo = DEMO_SETS.find((each) => each.place === place);
      if (!demo) throw new Error(`there is no demonstration set ${place}`);
      await storeSet({ storage, catalogue, root }, demo, items);
    }
    return { bucket: storage.bucket, root, uri: `s3://${storage.bucket}/${root}` };
  });

/** Takes a stored object away, as somebody with other tools might. */
export const loseObjects = ({ root }: StoredKinds, names: readonly string[]): Promise<unknown> =>
  withBucket((storage) => storage.deleteObjects(names.map((name) => root + name)));

/** What the worker does every hour, now. */
export const lookAtHealth = async (datasetId: string): Promise<void> => {
  const config = configOf();
  const { db, close } = createDatabase({
    url: currentRun().databaseUrl,
    poolSize: 1,
    applicationName: "dailies-e2e-health",
  });
  const { s3: own, storageOrigins, secretKey } = config;
  const data = openData({ db, clock: () => new Date(), own, storageOrigins, secretKey });
  try {
    await checkHealth(
      { ...data, log: openLog({ level: "silent", isBuffered: false }).log, readsMedia: false },
      datasetId,
    );
  } finally {
    await data.close();
    await close();
  }
};
