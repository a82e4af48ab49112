import { creditsRoutes } from "@dailies/contract/credits/routes";
import { createCalls } from "../calls.ts";

export const creditsCalls = createCalls(creditsRoutes);
