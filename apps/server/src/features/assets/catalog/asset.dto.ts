import { type AssetDetail, type AssetItem, assetProbe, type SpriteLayout } from "@dailies/contract";
import type { AssetKind, StoredSprite } from "../assets.rules.ts";
import type { ReadAddresses } from "../references/read-addresses.ts";
import type { AssetRow } from "./asset.store.ts";
import type { VersionRow } from "./asset-version.store.ts";

const toSprite = (stored: StoredSprite, addresses: ReadAddresses): SpriteLayout => {
  const { key, vtt_key, ...layout } = stored;
  return { ...layout, url: addresses.derived(key), vtt_url: addresses.derived(vtt_key) };
};

/** Maps an asset to its list item. It has no signed URLs before the asset is ready. */
export const toAssetItem = (row: AssetRow, addresses: ReadAddresses): AssetItem => {
  const isReady = row.status === "Ready";
  const sprite = row.sprite as StoredSprite | null;
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as AssetItem["kind"],
    mime: row.mime,
    size: Number(row.size_bytes),
    sha256: row.sha256?.toString("hex") ?? null,
    storage: { provider: "s3", bucket: row.bucket, key: row.object_key },
    probe: row.probe === null ? null : assetProbe.parse(row.probe),
    poster: isReady && row.poster_key !== null ? addresses.derived(row.poster_key) : null,
    sprite: isReady && sprite !== null ? toSprite(sprite, addresses) : null,
    tags: row.tags,
    folder_id: row.folder_id,
    visibility: row.visibility as AssetItem["visibility"],
    ref_count: row.ref_count,
    version: row.version,
    status: row.status as AssetItem["status"],
    verdict: row.verdict,
    owner: row.owner,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
};

const toVersionItem = (row: VersionRow): AssetDetail["versions"][number] => ({
  version: row.version,
  size: Number(row.size_bytes),
  sha256: row.sha256?.toString("hex") ?? null,
  mime: row.mime,
  status: row.status as AssetItem["status"],
  verdict: row.verdict,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
});

export const toAssetDetail = (
  row: AssetRow,
  versions: readonly VersionRow[],
  folderPath: readonly string[],
  addresses: ReadAddresses,
): AssetDetail => {
  const file = { key: row.object_key, name: row.name, kind: row.kind as AssetKind, mime: row.mime };
  const canPlay = row.status === "Ready" && row.kind !== "other";
  return {
    ...toAssetItem(row, addresses),
    media_url: canPlay ? addresses.inline(file) : null,
    folder_path: [...folderPath],
    versions: versions.map(toVersionItem),
  };
};
