import { findDataset } from "../../dataset.store.ts";
import { listStagedKeys } from "../../index-part.store.ts";
import { findLivingRun, findRun, findRunOfVersion, listEndedRuns } from "../../index-run.store.ts";
import { listTableNames } from "../../version.store.ts";
import { runOfTable } from "../index-dataset.rules.ts";
import type { IndexingDeps } from "../indexing-deps.ts";
import { listStaged } from "../rows/staged-parts.ts";

const LOOK_AT_ONCE = 1_000;

/** Cleanup: deletes orphaned tables, and staged parts that neither the newest version nor a later run needs. */
export const clearLeftovers = async (deps: IndexingDeps, runId: string): Promise<void> => {
  const run = await findRun(deps.db, runId);
  const dataset = run && (await findDataset(deps.db, run.dataset_id));
  if (!dataset || dataset.version === null) return;
  // Read this before listing tables: a run that starts in between is not included, so its table is kept.
  const ended = await listEndedRuns(deps.db, dataset.id);
  const tables = await listTableNames(deps.db, dataset.id);
  const folder = deps.catalogue.folderKey(dataset.id);
  await removeTables(deps, folder, (name) => ended.has(runOfTable(name) ?? "") && !tables.has(name));
  const newest = await findRunOfVersion(deps.db, dataset.id, dataset.version);
  // A run that is being planned may reuse any staged part; a part that is missing anyway is read again.
  if (!newest || (await findLivingRun(deps.db, dataset.id))) return;
  const staged = await listStaged(deps, folder);
  for (const key of await listStagedKeys(deps.db, newest.id)) staged.delete(key);
  await deps.storage.deleteObjects([...staged]);
};

const removeTables = async (
  { storage }: IndexingDeps,
  folder: string,
  isLeft: (tableName: string) => boolean,
): Promise<void> => {
  let after: string | undefined;
  do {
    const objects = await storage.listObjects(`${folder}items_`, { after, limit: LOOK_AT_ONCE });
    after = objects.length === LOOK_AT_ONCE ? objects.at(-1)?.key : undefined;
    const left = objects
      .map(({ key }) => key)
      .filter((key) => {
        const [, name = ""] = /^([^/]+)\.lance\//.exec(key.slice(folder.length)) ?? [];
        return isLeft(name);
      });
    if (left.length > 0) await storage.deleteObjects(left);
  } while (after !== undefined);
};
