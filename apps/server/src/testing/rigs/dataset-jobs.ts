import { sweepDatasetsActivities } from "../../features/datasets/cleanup/sweep-datasets.activities.ts";
import { writeItemExport } from "../../features/datasets/exports/write-item-export.ts";
import { type DataRig, openRigReplicas } from "./data-rig.ts";
import type { RunningApp } from "./start-app.ts";

/** Writes an export of items as its worker would. */
export const writeItems = async (rig: DataRig, running: RunningApp, exportId: string): Promise<void> => {
  const { replicas, close } = await openRigReplicas(rig, running);
  await writeItemExport({ ...rig.data, replicas }, exportId, new AbortController().signal);
  await close();
};

/** Removes what a run of the scheduled sweep would remove. */
export const sweepObjects = async ({ data }: DataRig): Promise<void> => {
  const { removeDatasetObjectsBatch } = sweepDatasetsActivities(data);
  for (let isMoreLeft = true; isMoreLeft; ) isMoreLeft = await removeDatasetObjectsBatch();
};
