// The catalogue of datasets: what is registered and where, indexing progress, and versions.
// Implements GET /dataset of the specification, and our additions.
import type { DatasetSummary, datasetCatalogueRoutes } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { cancelIndexing } from "../cancel-indexing.ts";
import { listColumnSets } from "../column-sets/column-set.store.ts";
import { toColumnSet } from "../column-sets/column-sets.routes.ts";
import { countAllDatasets, findListedDataset, type ListedDataset, listDatasets } from "../dataset.store.ts";
import { noDataset } from "../dataset-access.ts";
import { type DemoDeps, openDemoDataset } from "../demo/open-demo-dataset.ts";
import { indexAgain } from "../index-again.ts";
import { listNewestRuns } from "../index-run.store.ts";
import { listVersions } from "../version.store.ts";
import { createDataset } from "./create-dataset.ts";
import { toDatasetDetail, toDatasetItem, toIndexRun, toVersion } from "./dataset.dto.ts";
import { tagVersion } from "./tag-version.ts";
import { tryDataset } from "./try-dataset.ts";
import { deleteDataset, pinDataset, updateDataset } from "./update-dataset.ts";

const MAX_LISTED = 5_000;

export type CatalogueHandlers = Pick<
  Handlers<typeof datasetCatalogueRoutes>,
  | "listDatasets"
  | "tryDataset"
  | "createDataset"
  | "openDemoDataset"
  | "getDataset"
  | "updateDataset"
  | "pinDataset"
  | "deleteDataset"
  | "indexDataset"
  | "cancelIndexing"
  | "tagVersion"
>;

export const catalogueHandlers = (deps: DemoDeps): CatalogueHandlers => {
  const { db } = deps;
  const getRow = async (actor: Actor, id: string): Promise<ListedDataset> => {
    const row = await findListedDataset(db, actor.userId, id);
    if (!row) throw noDataset();
    return row;
  };
  const getItem = async (actor: Actor, id: string): Promise<DatasetSummary> => {
    const [row, runs] = await Promise.all([getRow(actor, id), listNewestRuns(db, [id])]);
    return toDatasetItem(row, runs.get(id), actor.userId);
  };
  const getRun = async (id: string) => {
    const run = (await listNewestRuns(db, [id])).get(id);
    if (!run) throw noDataset();
    return toIndexRun(run);
  };

  return {
    async listDatasets({ actor }) {
      const [rows, total] = await Promise.all([listDatasets(db, actor.userId, MAX_LISTED), countAllDatasets(db)]);
      const runs = await listNewestRuns(
        db,
        rows.map(({ id }) => id),
      );
      return { items: rows.map((row) => toDatasetItem(row, runs.get(row.id), actor.userId)), total };
    },

    async tryDataset({ body }) {
      const found = await tryDataset(deps, body);
      return {
        uri: found.uri,
        profile_id: found.profileId,
        profile_name: found.profileName,
        kind: found.kind,
        layout: found.layout,
        columns: found.columns,
        parts: found.parts,
        items: found.items,
        bytes: found.bytes,
        rows: found.rows,
        warnings: found.warnings,
      };
    },

    async createDataset(call) {
      const { uri, kind, layout, name, description, tags, request_key: requestKey } = call.body;
      const input = { uri, kind, layout, name, description, tags, requestKey };
      return getItem(call.actor, await createDataset(deps, call.context, input));
    },

    openDemoDataset: async ({ context }) => ({ id: await openDemoDataset(deps, context) }),

    async getDataset({ actor, params }) {
      const [row, item] = await Promise.all([getRow(actor, params.id), getItem(actor, params.id)]);
      const [versions, sets] = await Promise.all([listVersions(db, params.id), listColumnSets(db, params.id)]);
      return toDatasetDetail(item, row, { versions, columnSets: sets.map(toColumnSet) });
    },

    async updateDataset(call) {
      const { name, description, tags, expect_revision: expectedRevision } = call.body;
      await updateDataset(deps, call.context, { id: call.params.id, name, description, tags, expectedRevision });
      return getItem(call.actor, call.params.id);
    },

    async pinDataset({ actor, params, body }) {
      await pinDataset(deps, actor.userId, { id: params.id, isPinned: body.is_pinned });
      return { is_pinned: body.is_pinned };
    },

    async deleteDataset(call) {
      await deleteDataset(deps, call.context, call.params.id);
      return { id: call.params.id };
    },

    async indexDataset(call) {
      await indexAgain(deps, call.context, { id: call.params.id, note: call.body.note });
      return getRun(call.params.id);
    },

    async cancelIndexing(call) {
      await cancelIndexing(deps, call.context, call.params.id);
      return getRun(call.params.id);
    },

    async tagVersion(call) {
      const { tag, version } = call.body;
      await tagVersion(deps, call.context, { id: call.params.id, tag, version });
      return { versions: (await listVersions(db, call.params.id)).map(toVersion) };
    },
  };
};
