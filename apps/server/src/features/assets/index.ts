export { assetsHandlers } from "./assets.routes.ts";
export { addAssetReference, removeAssetReference } from "./refer-to-asset.ts";
