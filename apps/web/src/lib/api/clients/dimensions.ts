import { dimensionsRoutes } from "@dailies/contract/dimensions/routes";
import { createCalls } from "../calls.ts";

export const dimensionsCalls = createCalls(dimensionsRoutes);
