import type { UploadInfo } from "@dailies/contract";
import type { Actor, ServiceCaller } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { findCredentialOwner, updateAsset } from "../catalog/asset.store.ts";
import { completeUpload } from "./complete-upload.ts";
import { createUpload } from "./create-upload.ts";

interface ServiceRequest {
  readonly service: ServiceCaller;
  readonly requestId: string;
  readonly at: Date;
}

/**
 * A service acts under its own name and holds no permission. Its files count against the quota of the user who created the
 * credential.
 */
const contextOf = async ({ db }: AssetsDeps, { service, requestId, at }: ServiceRequest): Promise<RequestContext> => {
  const ownerId = await findCredentialOwner(db, service.credentialId);
  if (ownerId === undefined) {
    throw new DomainError("conflict", "the user who created this key is gone; its uploads would belong to nobody");
  }
  const username = `service:${service.name}`;
  const actor: Actor = {
    userId: ownerId,
    username,
    realname: service.name,
    role: "service",
    isExternal: false,
    permissions: new Set(),
    codes: [],
    customFlags: 0,
    isPasswordSet: false,
    hasSecondFactor: false,
    sessionId: service.credentialId,
    signedInAt: at,
  };
  return { actor, requestId, at };
};

/** Opens an upload whose file every internal user may read once it was checked. */
export const createServiceUpload = async (
  deps: AssetsDeps,
  request: ServiceRequest,
  file: { readonly name: string; readonly mime: string; readonly sizeBytes: number },
): Promise<UploadInfo> => {
  const context = await contextOf(deps, request);
  const upload = await createUpload(deps, context, { ...file, folderId: null, replaces: undefined });
  await deps.db.transaction().execute((tx) => updateAsset(tx, upload.asset_id, { visibility: "internal" }, request.at));
  return upload;
};

/** Has the file checked. Only uploads of the same service are found. */
export const completeServiceUpload = async (
  deps: AssetsDeps,
  request: ServiceRequest,
  { assetId, sha256 }: { readonly assetId: string; readonly sha256: string },
): Promise<void> => {
  await completeUpload(deps, await contextOf(deps, request), { assetId, version: 1, sha256 });
};
