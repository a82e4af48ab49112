import { creditsRoutes } from "@dailies/contract/credit-routes";
import { createCalls } from "../calls.ts";

export const creditsCalls = createCalls(creditsRoutes);
