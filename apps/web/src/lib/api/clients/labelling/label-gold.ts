import { labelGoldRoutes } from "@dailies/contract/labelling/gold/gold-routes";
import { createCalls } from "../../calls.ts";

/** Apart from the other calls of labelling, because only owners of tasks need them. */
export const labelGoldCalls = createCalls(labelGoldRoutes);
