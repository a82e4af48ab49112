import { DomainError } from "../../errors.ts";
import { contentDisposition } from "../../platform/content-disposition.ts";
import { SIGNED_URL_TTL_S } from "../../platform/s3/signed-url-ttl.ts";
import type { RequestContext } from "../../request-context.ts";
import { requireUnblinded } from "../blinding/index.ts";
import type { ExportsDeps } from "./exports-deps.ts";
import { fileNameOf, MIME_OF } from "./files/file-names.rules.ts";
import { getOwnExport } from "./get-export.ts";

const EXPIRED = "the file of this export was deleted after its retention period; export again";

/** A short-lived signed URL: the browser downloads directly from storage. */
export const downloadAddress = async (deps: ExportsDeps, context: RequestContext, id: string): Promise<string> => {
  const job = await getOwnExport(deps.db, context.actor, id);
  if (job.status !== "Finished" || job.objectKey === null)
    throw new DomainError("conflict", "this export has no file yet");
  if (job.expiredAt !== null) throw new DomainError("conflict", EXPIRED);
  await requireUnblinded(deps.db, context.actor, ...job.taskIds);
  return deps.storage.presign({
    method: "GET",
    key: job.objectKey,
    at: context.at,
    expiresS: SIGNED_URL_TTL_S.browser,
    query: {
      "response-content-type": MIME_OF[job.target.kind],
      "response-content-disposition": contentDisposition("attachment", fileNameOf(job)),
    },
  });
};
