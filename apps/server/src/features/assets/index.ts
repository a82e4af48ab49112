export { createAssetAddress } from "./asset-address.ts";
export { assetsHandlers } from "./assets.routes.ts";
export type { MaySeeReference } from "./assets-deps.ts";
export { type GeneratedAsset, toMadeAsset } from "./generated-asset.store.ts";
export { isRefusal } from "./media-refusal.ts";
export { readClips } from "./read-clips.ts";
export { listReadableHashes } from "./readable-hashes.ts";
export { discardOutput, type OutputDeps, type ReceivedClip, receiveOutput } from "./receive-output.ts";
export { addAssetReference, addAssetReferences, removeAssetReference } from "./refer-to-asset.ts";
