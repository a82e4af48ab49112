import { performersRoutes } from "@dailies/contract/performer-routes";
import { createCalls } from "../calls.ts";

export const performersCalls = createCalls(performersRoutes);
