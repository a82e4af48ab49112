import type { AssetItem } from "@dailies/contract";

export const assetId = (number: number): string => `0198c0de-0000-7000-8000-${String(number).padStart(12, "0")}`;

export const anAsset = (number: number, overrides: Partial<AssetItem> = {}): AssetItem => ({
  id: assetId(number),
  name: `clip-${number}.mp4`,
  kind: "video",
  mime: "video/mp4",
  size: 1_200_000 + number,
  sha256: "a".repeat(64),
  storage: { provider: "s3", bucket: "assets", key: `m/${number}` },
  probe: { duration: 5, width: 640, height: 360, fps: 24, frames: 120, codec: "h264", audio: null, vfr: false },
  poster: `https://media.test/${number}.webp`,
  sprite: null,
  tags: [],
  folder_id: null,
  visibility: "private",
  ref_count: 0,
  version: 1,
  status: "Ready",
  verdict: null,
  owner: "mei",
  created_at: "2026-01-02T03:04:05Z",
  updated_at: "2026-01-02T03:04:05Z",
  ...overrides,
});
