import { performersRoutes } from "@dailies/contract/performers/routes";
import { createCalls } from "../calls.ts";

export const performersCalls = createCalls(performersRoutes);
