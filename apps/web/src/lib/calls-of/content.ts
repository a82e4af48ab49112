import { contentRoutes } from "@dailies/contract/content";
import { createCalls } from "../calls.ts";

export const contentCalls = createCalls(contentRoutes);
