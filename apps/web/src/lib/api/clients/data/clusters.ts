import { clustersRoutes } from "@dailies/contract/clusters/routes";
import { createCalls } from "../../calls.ts";

export const clusterCalls = createCalls(clustersRoutes);
