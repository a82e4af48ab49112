export { createDataset } from "./catalogue/create-dataset.ts";
export { deleteDataset } from "./catalogue/update-dataset.ts";
export { columnSetKey, MAX_COLUMN_SETS } from "./column-sets/column-set.rules.ts";
export {
  type ColumnSetRecord,
  columnSetFiles,
  countColumnSets,
  findColumnSet,
  findColumnSetByRequest,
  insertColumnSet,
  listColumnSetsOfTask,
} from "./column-sets/column-set.store.ts";
export { toColumnSet } from "./column-sets/column-sets.routes.ts";
export { datasetSubject } from "./dataset-access.ts";
export { findDatasetLocation } from "./dataset-location.store.ts";
export { datasetsHandlers } from "./datasets.routes.ts";
export type { DatasetsDeps } from "./datasets-deps.ts";
export type { ExportColumn } from "./exports/export-columns.ts";
export { itemExportFiles } from "./exports/item-export.store.ts";
export type { ExportCell } from "./exports/write-parquet.ts";
export { openRowWriter } from "./exports/write-rows.ts";
export { bucketItems, type ItemBucket } from "./items/aggregates/bucket-items.ts";
export { countPackable } from "./items/aggregates/count-packable.ts";
export type { ItemVersion } from "./items/item-version.store.ts";
export type { ItemsDeps } from "./items/items-deps.ts";
export { openBlob } from "./items/media/open-blob.ts";
export { type ItemMedia, type OpenClip, openClips } from "./items/media/open-clips.ts";
export { type OpenedItems, openItems, openWorkerReplicas } from "./items/open-items.ts";
export { averageValueBytes } from "./items/packing/average-bytes.ts";
export { type OpenPacking, openPacking, type PackedRows } from "./items/packing/open-packing.ts";
export { PICTURES_AT_ONCE, startPictureWorker } from "./items/pictures/start-picture-worker.ts";
export { answerInTime } from "./items/query/answer-in-time.ts";
export { checkItemQuery } from "./items/query/check-item-query.ts";
export { getItemVersion, type ItemQuery } from "./items/query/open-selection.ts";
export type { QueryValue } from "./items/replica/engine/engine-calls.ts";
export type { Replicas } from "./items/replica/replica.ts";
export { cellOf } from "./items/rows/item-rows.ts";
export { openRowStream } from "./items/rows/open-row-stream.ts";
export { type StreamedClip, type StreamedItem, streamItems } from "./items/rows/stream-items.ts";
export { drawRows } from "./items/sampling/draw-rows.ts";
export { type OpenedData, openData } from "./open-data.ts";
export { findView, type KeptQuery, keptQuery } from "./views/view.store.ts";
