import { viewerRoutes } from "@dailies/contract/viewer/routes";
import { createCalls } from "../../calls.ts";

export const viewerCalls = createCalls(viewerRoutes);
