import { DomainError } from "../../errors.ts";
import { SIGNED_URL_TTL_S } from "../../platform/s3/signed-url-ttl.ts";
import type { ExportBy, ExportsDeps } from "./exports-deps.ts";
import { fileNameOf, MIME_OF } from "./files/file-names.rules.ts";
import { getOwnExport } from "./get-export.ts";

const encode = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** A short-lived address: the bytes go from storage to the browser. */
export const downloadAddress = async (deps: ExportsDeps, by: ExportBy, id: string): Promise<string> => {
  const job = await getOwnExport(deps.db, by.actor, id);
  if (job.status !== "Finished" || job.objectKey === null)
    throw new DomainError("conflict", "this export has no file, or not yet");
  const name = fileNameOf(job);
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  return deps.storage.presign({
    method: "GET",
    key: job.objectKey,
    at: by.at,
    expiresS: SIGNED_URL_TTL_S.browser,
    query: {
      "response-content-type": MIME_OF[job.target.kind],
      "response-content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encode(name.toWellFormed())}`,
    },
  });
};
