// Saved views of a dataset: a named query with its version, seed and count.
// Implements "save as view" of the item browser.
import type { DatasetView, datasetCatalogueRoutes } from "@dailies/contract";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { noDataset } from "../dataset-access.ts";
import { findDatasetLocation } from "../dataset-location.store.ts";
import type { ItemsDeps } from "../items/items-deps.ts";
import { answerInTime } from "../items/query/answer-in-time.ts";
import { deleteView } from "./delete-view.ts";
import { saveView } from "./save-view.ts";
import { listViewRecords, type ViewRecord } from "./view.store.ts";

const toView = ({ query, datasetId, orderBy, creator, createdAt, createdBy: _, ...view }: ViewRecord): DatasetView => ({
  ...view,
  ...query,
  dataset_id: datasetId,
  order_by: orderBy,
  created_by: creator,
  created_at: createdAt.toISOString(),
});

type ViewHandlers = Pick<Handlers<typeof datasetCatalogueRoutes>, "listViews" | "saveView" | "deleteView">;

export const viewsHandlers = (deps: ItemsDeps): ViewHandlers => ({
  async listViews({ params }) {
    if (!(await findDatasetLocation(deps.db, params.id))) throw noDataset();
    const items = (await listViewRecords(deps.db, params.id)).map(toView);
    return { items, total: items.length };
  },
  async saveView({ params, body, context }) {
    const { order_by: orderBy, request_key: requestKey, ...input } = body;
    const view = { ...input, orderBy, requestKey };
    return context.withRequestSignal((gone) =>
      answerInTime(gone, async (signal) => toView(await saveView(deps, context, params.id, view, signal))),
    );
  },
  async deleteView({ params, context }) {
    await deleteView(deps.db, context, params.id);
    return { id: params.id };
  },
});
