import type { UsableAsset } from "@dailies/contract";
import { z } from "zod";
import type { Actor } from "../../../actor.ts";
import { listBlindedAssets } from "../../blinding/index.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { toAssetItem } from "../catalog/asset.dto.ts";
import { type AssetRow, findAsset, listAssetsById } from "../catalog/asset.store.ts";
import { mayRead } from "../catalog/download-asset.ts";
import { noSuchAsset } from "../catalog/get-asset.ts";
import { readAddresses } from "../references/read-addresses.ts";
import { listUsableIds, type UsableFilter } from "./usable-asset.store.ts";

type Deps = Pick<AssetsDeps, "db" | "storage" | "clock" | "references">;

const assetId = z.uuid();

/** Leaves out where an asset is stored and how it is organized, which only managers see. */
const createMapper = ({ storage, clock }: Deps, { userId }: Actor): ((row: AssetRow) => UsableAsset) => {
  const addresses = readAddresses(storage, clock());
  return (row) => {
    const { id, name, kind, mime, size, probe, poster, folder_id, status, owner, created_at } = toAssetItem(
      row,
      addresses,
    );
    const is_mine = row.owner_id === userId;
    return { id, name, kind, mime, size, probe, poster, folder_id, status, owner, created_at, is_mine };
  };
};

interface UsablePage {
  readonly items: UsableAsset[];
  /** The last id of the page; null when nothing follows. */
  readonly nextId: string | null;
}

export const listUsableAssets = async (
  deps: Deps,
  actor: Actor,
  filter: UsableFilter,
  limit: number,
): Promise<UsablePage> => {
  const toItem = createMapper(deps, actor);
  const pasted = assetId.safeParse(filter.words?.trim());
  if (pasted.success) {
    const row = await findReadable(deps, actor, pasted.data);
    const isFit = row?.status === "Ready" && row.kind === filter.kind;
    return { items: isFit ? [toItem(row)] : [], nextId: null };
  }
  // One more than the page, to know whether another one follows.
  const ids = await listUsableIds(deps.db, actor, filter, limit + 1);
  const page = ids.slice(0, limit);
  const rows = await listAssetsById(deps.db, page);
  return { items: rows.map(toItem), nextId: ids.length > limit ? (page.at(-1) ?? null) : null };
};

export const getUsableAsset = async (deps: Deps, actor: Actor, id: string): Promise<UsableAsset> => {
  const row = await findReadable(deps, actor, id);
  if (!row) throw noSuchAsset();
  return createMapper(deps, actor)(row);
};

const findReadable = async (deps: Deps, actor: Actor, id: string): Promise<AssetRow | undefined> => {
  const row = await findAsset(deps.db, id);
  if (!row || !(await mayRead(deps, actor, row))) return undefined;
  return (await listBlindedAssets(deps.db, actor.userId, [id])).size > 0 ? undefined : row;
};
