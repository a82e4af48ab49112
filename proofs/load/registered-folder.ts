import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { datasetCatalogueRoutes } from "@dailies/contract";
import type { ConsoleCalls } from "../chaos/harness/console-calls.ts";

const LOOK_MS = 100;
const GIVE_UP_MS = 900_000;

/** Registers what lies in this folder, and waits until it is indexed. Returns the id of the dataset. */
export const indexFolder = async (calls: ConsoleCalls, bucket: string, folder: string): Promise<string> => {
  const uri = `s3://${bucket}/${folder}`;
  const body = { uri, name: folder.replaceAll("/", ""), description: "", tags: [], request_key: randomUUID() };
  const { id } = await calls.insist(datasetCatalogueRoutes.createDataset, { body });
  const deadlineMs = performance.now() + GIVE_UP_MS;
  for (;;) {
    const { status, version } = await calls.insist(datasetCatalogueRoutes.getDataset, { params: { id } });
    if (status === "Ready" && version !== null) return id;
    if (status === "Failed" || performance.now() > deadlineMs) throw new Error(`${folder} was not indexed: ${status}`);
    await sleep(LOOK_MS);
  }
};

/** Saves a view of all items of a dataset, in storage order. Returns its id. */
export const saveWholeView = async (calls: ConsoleCalls, datasetId: string): Promise<string> => {
  const body = { name: "All items", order_by: "", seed: 1, request_key: randomUUID() };
  return (await calls.insist(datasetCatalogueRoutes.saveView, { params: { id: datasetId }, body })).id;
};
