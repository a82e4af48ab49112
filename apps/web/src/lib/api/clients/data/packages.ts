import { packagesRoutes } from "@dailies/contract/packages/routes";
import { createCalls } from "../../calls.ts";

export const packageCalls = createCalls(packagesRoutes);
