import { assetsRoutes } from "@dailies/contract/asset-routes";
import { createCalls } from "../calls.ts";

export const assetsCalls = createCalls(assetsRoutes);
