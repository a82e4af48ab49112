import { experimentReportsRoutes } from "@dailies/contract/experiments/report-routes";
import { createCalls } from "../../calls.ts";

export const experimentReportCalls = createCalls(experimentReportsRoutes);
