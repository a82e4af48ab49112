import { dataExperimentsRoutes } from "@dailies/contract/data-experiments/routes";
import { createCalls } from "../../calls.ts";

export const dataExperimentCalls = createCalls(dataExperimentsRoutes);
