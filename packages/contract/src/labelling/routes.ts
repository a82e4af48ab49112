import { defineRoutes } from "../kit.ts";
import { labelExportRoutes } from "./export-routes.ts";
import { labelGoldRoutes } from "./gold/gold-routes.ts";
import { labelGroupRoutes } from "./groups/group-routes.ts";
import { labelHistoryRoutes } from "./history-routes.ts";
import { labelPrefillRoutes } from "./prefill/prefill-routes.ts";
import { labelReportRoutes } from "./report-routes.ts";
import { labelRevertRoutes } from "./revert-routes.ts";
import { labelReviewRoutes } from "./review-routes.ts";
import { labelTaskRoutes } from "./task-routes.ts";
import { labelTemplateRoutes } from "./template-routes.ts";
import { labelWorkRoutes } from "./work-routes.ts";

export const labellingRoutes = defineRoutes({
  ...labelTemplateRoutes,
  ...labelTaskRoutes,
  ...labelWorkRoutes,
  ...labelReviewRoutes,
  ...labelHistoryRoutes,
  ...labelReportRoutes,
  ...labelRevertRoutes,
  ...labelExportRoutes,
  ...labelGoldRoutes,
  ...labelPrefillRoutes,
  ...labelGroupRoutes,
});
