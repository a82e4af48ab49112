import { labelGroupRoutes } from "@dailies/contract/labelling/groups/group-routes";
import { createCalls } from "../../calls.ts";

/** Apart from the calls of tasks, which Home loads too. */
export const labelGroupCalls = createCalls(labelGroupRoutes);
