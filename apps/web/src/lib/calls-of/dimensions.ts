import { dimensionsRoutes } from "@dailies/contract/dimension-routes";
import { createCalls } from "../calls.ts";

export const dimensionsCalls = createCalls(dimensionsRoutes);
