import { labelReportRoutes } from "@dailies/contract/labelling/report-routes";
import { labelRevertRoutes } from "@dailies/contract/labelling/revert-routes";
import { createCalls } from "../../calls.ts";

/** Apart from the other calls of labelling, because only parts of the history need them. */
export const labelReportCalls = createCalls({ ...labelReportRoutes, ...labelRevertRoutes });
