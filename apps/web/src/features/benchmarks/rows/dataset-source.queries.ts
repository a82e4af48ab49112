import type { DatasetView } from "@dailies/contract";
import { queryOptions, skipToken } from "@tanstack/react-query";
import { catalogueCalls, itemCalls } from "../../../lib/api/clients/datasets.ts";
import { type DatasetMapping, type DrawnRows, rowsOfItems, whereOf } from "./dataset-rows.ts";

export const datasetChoicesQuery = queryOptions({
  queryKey: ["benchmarks", "datasets"],
  queryFn: (context) => catalogueCalls.listDatasets({}, context),
  meta: { silent: true },
});

export const chosenDatasetQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ["benchmarks", "datasets", id],
    queryFn: id === undefined ? skipToken : (context) => catalogueCalls.getDataset({ params: { id } }, context),
    meta: { silent: true },
  });

export const viewChoicesQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ["benchmarks", "datasets", id, "views"],
    queryFn: id === undefined ? skipToken : (context) => catalogueCalls.listViews({ params: { id } }, context),
    meta: { silent: true },
  });

export interface DatasetDraw extends DatasetMapping {
  datasetId: string;
  /** Absent for all items of the newest version. */
  view: DatasetView | undefined;
  count: number;
  seed: number;
}

/** What the user has chosen so far. */
export type DatasetChoice = Partial<DatasetDraw> & Pick<DatasetDraw, "count" | "seed">;

/** Draws the sample. The same seed draws the same items of a version, so a second import finds every row repeated. */
export const drawRows = async ({ datasetId, view, count, seed, ...mapping }: DatasetDraw): Promise<DrawnRows> => {
  const filter = view && { where: whereOf(view), q: view.q, version: view.version };
  const { items } = await itemCalls.sampleItems({ params: { id: datasetId }, query: { count, seed, ...filter } });
  return rowsOfItems(items, mapping);
};
