import type { DatasetColumnSet } from "@dailies/contract";
import { expect, it } from "vitest";
import { aDataset, aDatasetDetail } from "../testing/a-dataset.ts";
import { addedColumns, setOfColumn, withColumnSets } from "./column-sets.ts";
import { facetOrder } from "./facets/facet-order.ts";

const set: DatasetColumnSet = {
  id: "0198da7a-0000-7000-9000-000000000901",
  dataset_id: aDataset(1).id,
  version: 1,
  name: "human",
  columns: [{ name: "human.decision", type: "text", encoding: "text", role: null, is_indexed: true }],
  task_id: "0198da7a-0000-7000-9000-000000000902",
  task_name: "Keep or drop",
  answers: "majority",
  as_of: "2026-01-02T03:04:05Z",
  status: "Finished",
  rows_done: 12,
  bytes: 900,
  sha256: "0".repeat(64),
  error: null,
  created_by: "mei",
  created_at: "2026-01-02T03:04:05Z",
  finished_at: "2026-01-02T03:04:05Z",
};
const dataset = aDatasetDetail(aDataset(1), { column_sets: [set] });

it("the columns from labels are first among the filters of their version", () => {
  const { columns } = withColumnSets(dataset, 1);
  const [first] = facetOrder(columns, addedColumns(dataset, 1));
  expect(first?.name).toBe("human.decision");
  expect(setOfColumn(dataset, 1, "human.decision")?.task_name).toBe("Keep or drop");
});

it("the columns from labels are not in another version", () => {
  expect(withColumnSets(dataset, 2).columns).toEqual(dataset.columns);
  expect(setOfColumn(dataset, 2, "human.decision")).toBeUndefined();
});
