import { contentRoutes } from "@dailies/contract/content/routes";
import { createCalls } from "../calls.ts";

export const contentCalls = createCalls(contentRoutes);
