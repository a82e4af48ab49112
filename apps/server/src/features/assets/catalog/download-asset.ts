import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import { requireUnblindedAssets } from "../../blinding/index.ts";
import type { AssetKind } from "../assets.rules.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { listReferenceIds } from "../references/asset-reference.store.ts";
import { readAddresses } from "../references/read-addresses.ts";
import { type AssetRow, findAsset } from "./asset.store.ts";
import { findVersion } from "./asset-version.store.ts";
import { noSuchAsset } from "./get-asset.ts";

/** Returns a short-lived signed URL if the caller may read the asset, and not_found otherwise. */
export const downloadAddress = async (
  deps: AssetsDeps,
  { actor }: RequestContext,
  { id, version }: { id: string; version: number | undefined },
): Promise<string> => {
  const asset = await findAsset(deps.db, id);
  if (!(asset && (await mayRead(deps, actor, asset)))) throw noSuchAsset();
  await requireUnblindedAssets(deps.db, actor, id);
  const wanted = await findVersion(deps.db, id, version ?? asset.version);
  if (!wanted) throw noSuchAsset();
  if (wanted.status !== "Ready")
    throw new DomainError("conflict", "this file cannot be read: it has not passed its check");
  const file = { key: wanted.object_key, name: asset.name, kind: wanted.kind as AssetKind, mime: wanted.mime };
  return readAddresses(deps.storage, deps.clock()).attachment(file);
};

export const mayRead = async (
  { db, references }: Pick<AssetsDeps, "db" | "references">,
  actor: Actor,
  asset: AssetRow,
): Promise<boolean> => {
  if (asset.owner_id === actor.userId || actor.permissions.has("STATIC_RESOURCE_MANAGE")) return true;
  if (asset.visibility === "internal" && !actor.isExternal) return true;
  const kinds = Object.keys(references);
  if (asset.ref_count === 0 || kinds.length === 0) return false;
  for (const [kind, refIds] of await listReferenceIds(db, asset.id, kinds)) {
    if (await references[kind]?.(db, actor, refIds)) return true;
  }
  return false;
};
