import { DomainError } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { RequestContext } from "../../../request-context.ts";
import { provisionFolderProfile } from "../../storage/index.ts";
import { createDataset } from "../catalogue/create-dataset.ts";
import { findDatasetByUri } from "../dataset.store.ts";
import type { DatasetsDeps } from "../datasets-deps.ts";
import type { OpenedData } from "../open-data.ts";
import { writeDemoShards } from "./demo-shards.rules.ts";
import { storeFiles } from "./demo-storage.ts";

export type DemoDeps = DatasetsDeps & Pick<OpenedData, "stores">;

const FOLDER = "demo-shards/";
/** Fixed, so that a profile that an administrator deleted is not registered again. */
const PROFILE_KEY = "01900000-0000-7000-8000-00000de305e7";

/** Written once. The index comes last, so that it never names a shard that is not there. */
const storeShards = async ({ storage }: DemoDeps): Promise<void> => {
  if (await storage.headObject(`${FOLDER}index.json`)) return;
  const files = await writeDemoShards();
  await storeFiles(storage, FOLDER, files.slice(0, -1));
  await storeFiles(storage, FOLDER, files.slice(-1));
};

/** Registers only the folder of the demo shards: nothing else of the bucket becomes readable. */
const coverFolder = async (
  { bucketReaders, stores }: DemoDeps,
  context: RequestContext,
  uri: string,
): Promise<void> => {
  try {
    await bucketReaders.resolve(uri);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "not_found") throw error;
    await provisionFolderProfile(stores, context, { name: "Demo shards", prefix: FOLDER, requestKey: PROFILE_KEY });
  }
};

/** The demo dataset, shared by all users: written and registered by the first one who opens it. */
export const openDemoDataset = async (deps: DemoDeps, context: RequestContext): Promise<string> => {
  const uri = `s3://${deps.storage.bucket}/${FOLDER}`;
  const find = () => findDatasetByUri(deps.db, uri);
  await storeShards(deps);
  const before = await find();
  if (before) return before;
  await coverFolder(deps, context, uri);
  const description = "Eight small shards with captions, numbers and drawn pictures, to try the viewer.";
  const input = { uri, name: "Demo shards", description, tags: ["demo", "mds"], requestKey: newId() };
  try {
    return await createDataset(deps, context, input);
  } catch (error) {
    // Another user opened it at the same moment.
    const others = error instanceof DomainError && error.code === "conflict" ? await find() : undefined;
    if (others) return others;
    throw error;
  }
};
