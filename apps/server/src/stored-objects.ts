import { assetFiles, assetPictures } from "./features/assets/index.ts";
import { columnSetFiles, itemExportFiles } from "./features/datasets/index.ts";
import { exportFiles } from "./features/exports/index.ts";
import { labelExportFiles } from "./features/labelling/index.ts";
import { boardSnapshotFiles } from "./features/leaderboards/index.ts";
import { judgedClips } from "./features/metrics/index.ts";
import { packageRecords, packageShards } from "./features/packages/index.ts";
import type { StoredObjects } from "./platform/s3/stored-objects.ts";

/**
 * Everything in object storage that rows name. Not included, because they are made again when they are missing: pictures of
 * dataset items, staged parts of an index and files of work in progress.
 */
export const STORED_OBJECTS: readonly StoredObjects[] = [
  assetFiles,
  assetPictures,
  boardSnapshotFiles,
  columnSetFiles,
  exportFiles,
  itemExportFiles,
  judgedClips,
  labelExportFiles,
  packageRecords,
  packageShards,
];
