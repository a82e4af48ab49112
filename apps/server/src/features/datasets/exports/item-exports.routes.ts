// Exports items of a dataset as CSV, JSON lines or Parquet files, written by the worker.
// Implements "export" of the item browser.

import type { DatasetExport, datasetCatalogueRoutes } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { SIGNED_URL_TTL_S } from "../../../platform/s3/signed-url-ttl.ts";
import { noDataset } from "../dataset-access.ts";
import { findDatasetLocation } from "../dataset-location.store.ts";
import type { ItemsDeps } from "../items/items-deps.ts";
import { exportFileName, exportMime } from "./export-items.rules.ts";
import { cancelItemExport, exportItems, getOwnItemExport } from "./export-items.ts";
import { type ItemExport, listOwnExports } from "./item-export.store.ts";

const EXPIRED = "this file was deleted after its retention period; export again";

const toExport = (job: ItemExport): DatasetExport => ({
  id: job.id,
  dataset_id: job.datasetId,
  format: job.format,
  status: job.status,
  rows_done: job.rowsDone,
  rows_total: job.rowsTotal,
  bytes: job.bytes,
  error: job.error,
  is_expired: job.expiredAt !== null,
  created_at: job.createdAt.toISOString(),
  finished_at: job.finishedAt?.toISOString() ?? null,
});

type ExportHandlers = Pick<
  Handlers<typeof datasetCatalogueRoutes>,
  "exportItems" | "listItemExports" | "cancelItemExport" | "downloadItemExport"
>;

export const itemExportsHandlers = (deps: ItemsDeps): ExportHandlers => {
  return {
    async exportItems({ params, body, context }) {
      const { order_by: orderBy, request_key: requestKey, ...input } = body;
      return toExport(await exportItems(deps, context, params.id, { ...input, orderBy, requestKey }));
    },
    async listItemExports({ params, actor }) {
      if (!(await findDatasetLocation(deps.db, params.id))) throw noDataset();
      const items = (await listOwnExports(deps.db, actor.userId, params.id)).map(toExport);
      return { items, total: items.length };
    },
    cancelItemExport: async ({ params, context }) => toExport(await cancelItemExport(deps.db, context, params.id)),
    async downloadItemExport({ params, reply, context }) {
      const job = await getOwnItemExport(deps.db, context, params.id);
      if (job.status !== "Finished" || job.objectKey === null)
        throw new DomainError("conflict", "this file is not written yet");
      if (job.expiredAt !== null) throw new DomainError("conflict", EXPIRED);
      const name = encodeURIComponent(exportFileName(job).toWellFormed()).replaceAll("'", "%27");
      const query = {
        "response-content-type": exportMime(job.format),
        "response-content-disposition": `attachment; filename*=UTF-8''${name}`,
      };
      const at = context.at;
      const input = { method: "GET", key: job.objectKey, at, expiresS: SIGNED_URL_TTL_S.browser, query } as const;
      await reply.code(302).header("location", deps.datasetsStorage.presign(input)).send("");
    },
  };
};
