// The records of packages: lists, details, shards and items that were left out; deprecating, deleting and comparing them.
// Implements /package-records of the specification.
import type { packagesRoutes } from "@dailies/contract";
import type { FastifyReply } from "fastify";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { contentDisposition } from "../../../platform/content-disposition.ts";
import type { PackagesDeps } from "../packages-deps.ts";
import { deletePackage, deprecatePackage } from "./change-package.ts";
import { comparePackages } from "./comparison/compare-packages.ts";
import { openRecordFile } from "./download-record-file.ts";
import { getPackageDetail, requirePackage, toPackageShard, toPackageSummary } from "./package.dto.ts";
import { countShards, listLeftOutRows, listPackages, listShardRows } from "./package-record.store.ts";

type RecordHandlers = Pick<
  Handlers<typeof packagesRoutes>,
  | "listPackages"
  | "getPackage"
  | "listPackageShards"
  | "listLeftOutItems"
  | "deprecatePackage"
  | "deletePackage"
  | "comparePackages"
  | "downloadPackageManifest"
  | "downloadPackageMetadata"
>;

export const packageRecordRoutes = (deps: PackagesDeps): RecordHandlers => {
  const { db } = deps;
  const sendFile = async (id: string, kind: "manifest" | "metadata", reply: FastifyReply): Promise<void> => {
    const { fileName, body } = await openRecordFile(deps, id, kind);
    reply.header("content-disposition", contentDisposition("attachment", fileName));
    await reply.send(body);
  };
  return {
    async listPackages({ actor, query: { q: words, status, format, dataset_id: datasetId, ...page } }) {
      const { records, total } = await listPackages(db, { words, status, format, datasetId }, page);
      return { items: records.map((record) => toPackageSummary(actor, record)), total };
    },
    getPackage: ({ actor, params }) => getPackageDetail(deps, actor, params.id),
    async listPackageShards({ params: { id }, query }) {
      await requirePackage(deps, id);
      const [rows, total] = await Promise.all([listShardRows(db, id, query), countShards(db, id)]);
      return { items: rows.map(toPackageShard), total };
    },
    async listLeftOutItems({ params: { id }, query: { reason, ...page } }) {
      await requirePackage(deps, id);
      const { rows, total } = await listLeftOutRows(db, id, reason, page);
      return { items: rows, total };
    },
    async deprecatePackage({ actor, params: { id }, body, context }) {
      await deprecatePackage(deps, context, { id, isDeprecated: body.is_deprecated, reason: body.reason });
      return getPackageDetail(deps, actor, id);
    },
    async deletePackage({ params: { id }, context }) {
      await deletePackage(deps, context, id);
      return { ok: true };
    },
    comparePackages: ({ params: { id }, body, context }) =>
      comparePackages(deps, context, { packageId: id, againstId: body.against_id }),
    downloadPackageManifest: ({ params: { id }, reply }) => sendFile(id, "manifest", reply),
    downloadPackageMetadata: ({ params: { id }, reply }) => sendFile(id, "metadata", reply),
  };
};
