import { secondFactorsRoutes } from "@dailies/contract/auth/second-factor-routes";
import { createCalls } from "../../calls.ts";

export const secondFactorCalls = createCalls(secondFactorsRoutes);
