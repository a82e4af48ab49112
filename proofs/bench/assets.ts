// The asset library with 100,000 assets: every filter and every sort, on the real database, as the list route queries it.

import { readConfig } from "../../apps/server/src/config.ts";
import type { AssetFilter, AssetPage } from "../../apps/server/src/features/assets/catalog/asset-list.store.ts";
import { listAssets } from "../../apps/server/src/features/assets/catalog/list-assets.ts";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { createObjectStorage } from "../../apps/server/src/platform/s3/object-storage.ts";
import { aUser } from "../../apps/server/src/testing/builders/a-user.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { insertManyAssets } from "../../apps/server/src/testing/rigs/many-assets.ts";
import {
  asOwner,
  createMigratedDatabase,
  dropDatabase,
  withDatabase,
} from "../../apps/server/src/testing/template-database.ts";
import type { Bench, BenchRun } from "./figures/bench-run.ts";
import { median } from "./statistics.ts";

const ROWS = 100_000;
const SMOKE_ROWS = 2_000;
const ROUNDS = 7;

const BY_NAME: AssetPage = { sort: "name", order: "asc", limit: 50, offset: 0 };
const NEWEST: AssetPage = { ...BY_NAME, sort: "created_at", order: "desc" };
const LARGEST: AssetPage = { ...BY_NAME, sort: "size", order: "desc" };
const LONGEST: AssetPage = { ...BY_NAME, sort: "duration", order: "desc" };

const CASES: readonly (readonly [string, AssetFilter, AssetPage])[] = [
  ["all by name, 200 of them", {}, { ...BY_NAME, limit: 200 }],
  ["all by name, the deepest page", {}, { ...BY_NAME, offset: 99_950 }],
  ["the newest", {}, NEWEST],
  ["the longest", {}, LONGEST],
  ["what lies in no folder, the largest", { folderId: null }, LARGEST],
  ["a rare kind, the largest", { kind: "audio" }, LARGEST],
  ["a common kind, the newest", { kind: "image" }, NEWEST],
  ["rejected", { status: "Rejected" }, BY_NAME],
  ["a tag, the largest", { tags: ["all"] }, LARGEST],
  ["what nothing uses", { isUnused: true }, BY_NAME],
  ["rare words", { words: "scene 97" }, BY_NAME],
  ["words that stand everywhere", { words: "mp4" }, NEWEST],
  ["two letters", { words: "ab" }, LARGEST],
  ["two letters that stand nowhere", { words: "zz" }, BY_NAME],
];

export const benchAssets: Bench = async ({ isSmoke }) => {
  const config = readConfig(testEnvironment());
  const { ownerUrl, url } = config.database;
  if (ownerUrl === undefined) throw new Error("DAILIES_OWNER_DATABASE_URL is needed to make a database");
  const name = await createMigratedDatabase({ ownerUrl, appUrl: url });
  const { db, close } = createDatabase({ url: withDatabase(url, name), poolSize: 4, applicationName: "dailies-bench" });
  const storage = createObjectStorage(config.s3);
  try {
    await insertManyAssets(db, (await aUser(db)).id, isSmoke ? SMOKE_ROWS : ROWS, 10_000);
    await asOwner(withDatabase(ownerUrl, name), "vacuum analyze asset, asset_version");
    return await measureAll((filter, page) => listAssets({ db, storage, clock: () => new Date() }, filter, page));
  } finally {
    await storage.close();
    await close();
    await dropDatabase(ownerUrl, name);
  }
};

type List = (filter: AssetFilter, page: AssetPage) => Promise<{ total: number }>;

const measureAll = async (list: List): Promise<BenchRun> => {
  let slowestMs = 0;
  for (const [name, filter, page] of CASES) {
    const times: number[] = [];
    let total = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const startedMs = performance.now();
      ({ total } = await list(filter, page));
      times.push(performance.now() - startedMs);
    }
    const typicalMs = median(times);
    slowestMs = Math.max(slowestMs, typicalMs);
    process.stdout.write(`assets: ${name}: ${typicalMs.toFixed(0)} ms, ${total} found\n`);
  }
  return { figures: [{ id: "assets.slowest", value: slowestMs }], voids: [], faults: [] };
};
