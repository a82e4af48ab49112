import { beforeAll, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { putMdsSet } from "../../../testing/builders/a-stored-set.ts";
import { indexToEnd, runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { findLivingRun } from "../index-run.store.ts";
import { sweepDatasetsActivities } from "./sweep-datasets.activities.ts";

const running = runApp();
const rig = runDataRig(running);
let ada: Caller;

beforeAll(async () => {
  ada = await aCaller(running.current);
  const { storage, folder } = rig.current;
  await putMdsSet(storage, `${folder}mds/`, {
    samples: 4,
    clip: () => Buffer.alloc(2_000, 7),
    sizeLimitBytes: 400_000,
  });
});

const indexed = async (): Promise<string> => {
  const body = { uri: rig.current.uriOf("mds/"), name: `set ${newId()}`, request_key: newId() };
  const id = String((await ada.post("/api_v1/dataset/create", body)).body.id);
  const run = await findLivingRun(running.current.db, id);
  expect(await indexToEnd(rig.current, run?.id ?? "")).toBe("published");
  const { storage, catalogue } = rig.current;
  for (const name of ["posters/1/0.poster.webp", "exports/all.csv"])
    await storage.putObject(`${catalogue.folderKey(id)}${name}`, Buffer.from("bytes"), { contentType: "text/plain" });
  return id;
};
const objectsBelow = async (prefix: string): Promise<number> =>
  (await rig.current.storage.listObjects(prefix, { limit: 1_000 })).length;
const countOf = (id: string): Promise<number> => objectsBelow(rig.current.catalogue.folderKey(id));
const sweep = async (): Promise<void> => {
  const { removeDatasetObjectsBatch } = sweepDatasetsActivities(rig.current);
  for (let batch = 0; batch < 50 && (await removeDatasetObjectsBatch()); batch++);
};

it("the sweep removes every object of a deleted dataset, and no other", async () => {
  const { db, clock } = running.current;
  const [kept, deleted] = [await indexed(), await indexed()];
  const [keptCount, sourceCount] = [await countOf(kept), await objectsBelow(rig.current.folder)];
  expect(await countOf(deleted)).toBeGreaterThan(3);
  expect((await ada.post(`/api_v1/dataset/${deleted}/delete`, {})).status).toBe(200);

  await sweep();
  expect(await countOf(deleted)).toBeGreaterThan(3);
  clock.advance(16 * 60_000);
  await sweep();
  expect([await countOf(deleted), await countOf(kept)]).toEqual([0, keptCount]);
  expect(await objectsBelow(rig.current.folder)).toBe(sourceCount);
  const pictures = await db.selectFrom("dataset_picture").select("dataset_id").distinct().execute();
  expect(pictures).toEqual([{ dataset_id: kept }]);
  const { removeDatasetObjectsBatch } = sweepDatasetsActivities(rig.current);
  expect(await removeDatasetObjectsBatch()).toBe(false);
});
