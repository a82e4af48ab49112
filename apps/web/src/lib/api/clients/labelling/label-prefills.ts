import { labelPrefillRoutes } from "@dailies/contract/labelling/prefill/prefill-routes";
import { createCalls } from "../../calls.ts";

/** Apart from the other calls of labelling, because only the dialog that prefills a task needs them. */
export const labelPrefillCalls = createCalls(labelPrefillRoutes);
