// Labelling of dataset items: templates, tasks, the work of a person, history, reports and exports.
// Serves /label/task/list, /label/task/{taskId} and /label/history/{taskId} of the specification.
import type { labellingRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { labelExportHandlers } from "./exports/exports.routes.ts";
import { labelGoldHandlers } from "./gold/gold.routes.ts";
import { historyHandlers } from "./history/history.routes.ts";
import type { LabellingDeps } from "./labelling-deps.ts";
import { labelPrefillHandlers } from "./prefill/prefill.routes.ts";
import { labelReportHandlers } from "./report/report.routes.ts";
import { labelReviewHandlers } from "./review/review.routes.ts";
import { labelSnapshotHandlers } from "./snapshots/snapshots.routes.ts";
import { labelTaskHandlers } from "./tasks/tasks.routes.ts";
import { labelTemplateHandlers } from "./templates/templates.routes.ts";
import { labelWorkHandlers } from "./work/work.routes.ts";

export const labellingHandlers = (deps: LabellingDeps): Handlers<typeof labellingRoutes> => ({
  ...labelTemplateHandlers(deps),
  ...labelTaskHandlers(deps),
  ...labelWorkHandlers(deps),
  ...labelReviewHandlers(deps),
  ...historyHandlers(deps),
  ...labelExportHandlers(deps),
  ...labelReportHandlers(deps),
  ...labelSnapshotHandlers(deps),
  ...labelGoldHandlers(deps),
  ...labelPrefillHandlers(deps),
});
