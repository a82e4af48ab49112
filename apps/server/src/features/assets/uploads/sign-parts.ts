import type { UploadInfo } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { SIGNED_URL_TTL_S } from "../../../platform/s3/signed-url-ttl.ts";
import type { RequestContext } from "../../../request-context.ts";
import { partBytes } from "../assets.rules.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { findOwnUpload } from "./find-upload.ts";

type Parts = NonNullable<UploadInfo["parts"]>;

export interface PartsOf {
  readonly key: string;
  readonly uploadId: string;
  readonly sizeBytes: number;
  readonly partSizeBytes: number;
}

/** Each signed URL accepts exactly the bytes of its part. */
export const signPartAddresses = (
  { storage, clock }: Pick<AssetsDeps, "storage" | "clock">,
  { key, uploadId, sizeBytes, partSizeBytes }: PartsOf,
  numbers: readonly number[],
): Parts => {
  const at = clock();
  return numbers.map((number) => {
    const bytes = partBytes(sizeBytes, partSizeBytes, number);
    if (bytes === undefined) throw new DomainError("conflict", `this upload has no part ${number}`);
    const query = { partNumber: `${number}`, uploadId };
    const headers = { "content-length": `${bytes}` };
    return {
      number,
      url: storage.presign({ method: "PUT", key, query, headers, at, expiresS: SIGNED_URL_TTL_S.browser }),
    };
  });
};

export const signParts = async (
  deps: AssetsDeps,
  { actor }: RequestContext,
  { assetId, version, numbers }: { assetId: string; version: number; numbers: readonly number[] },
): Promise<Parts> => {
  const row = await findOwnUpload(deps.db, actor, assetId, version);
  if (row.status !== "Uploading" || row.upload_id === null || row.part_size_bytes === null) {
    throw new DomainError("conflict", "this upload accepts no more parts");
  }
  const upload = {
    key: row.object_key,
    uploadId: row.upload_id,
    sizeBytes: Number(row.size_bytes),
    partSizeBytes: Number(row.part_size_bytes),
  };
  return signPartAddresses(deps, upload, numbers);
};
