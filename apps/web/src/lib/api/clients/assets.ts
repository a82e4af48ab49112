import { assetsRoutes } from "@dailies/contract/assets/routes";
import { createCalls } from "../calls.ts";

export const assetsCalls = createCalls(assetsRoutes);
