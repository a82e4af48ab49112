import { processingRoutes } from "@dailies/contract/processing/routes";
import { createCalls } from "../../calls.ts";

export const processingCalls = createCalls(processingRoutes);
