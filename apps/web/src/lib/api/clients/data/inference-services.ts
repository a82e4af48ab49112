import { inferenceServicesRoutes } from "@dailies/contract/inference-services/routes";
import { createCalls } from "../../calls.ts";

export const serviceCalls = createCalls(inferenceServicesRoutes);
