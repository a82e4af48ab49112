import { jobsRoutes } from "@dailies/contract/jobs/routes";
import { createCalls } from "../calls.ts";

export const jobsCalls = createCalls(jobsRoutes);
