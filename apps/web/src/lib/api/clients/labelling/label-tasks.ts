import { labelTaskRoutes } from "@dailies/contract/labelling/task-routes";
import { createCalls } from "../../calls.ts";

/** Apart from the other calls of labelling, because Home needs only these. */
export const labelTaskCalls = createCalls(labelTaskRoutes);
