import { DomainError } from "../../../errors.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { AssetKind } from "../assets.rules.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { linkAddress } from "../references/read-addresses.ts";
import { requireAsset } from "./get-asset.ts";

/** Creates a public signed URL. It cannot be revoked, so the operation log records who created it. */
export const createLink = async (
  { db, storage, clock }: AssetsDeps,
  context: RequestContext,
  { id, validMinutes }: { id: string; validMinutes: number },
): Promise<{ url: string; expiresAt: Date }> => {
  const at = clock();
  const asset = await requireAsset(db, id);
  if (asset.status !== "Ready")
    throw new DomainError("conflict", "this file cannot be read: it has not passed its check");
  const expiresAt = new Date(at.getTime() + validMinutes * 60_000);
  await db.transaction().execute((tx) =>
    recordOperation(tx, auditActor(context, at), {
      opType: "Create_asset_link",
      subjects: [`asset:${id}`],
      meta: { version: asset.version, expires_at: expiresAt.toISOString() },
    }),
  );
  const file = { key: asset.object_key, name: asset.name, kind: asset.kind as AssetKind, mime: asset.mime };
  return { url: linkAddress(storage, file, at, validMinutes * 60), expiresAt };
};
