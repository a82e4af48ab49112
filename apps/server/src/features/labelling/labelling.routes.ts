// Labelling of dataset items: templates, tasks, the work of a person, history and exports.
// Serves /label/task/list, /label/task/{taskId} and /label/history/{taskId} of the specification.
import type { labellingRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { labelExportHandlers } from "./exports/exports.routes.ts";
import { historyHandlers } from "./history/history.routes.ts";
import type { LabellingDeps } from "./labelling-deps.ts";
import { labelTaskHandlers } from "./tasks/tasks.routes.ts";
import { labelTemplateHandlers } from "./templates/templates.routes.ts";
import { labelWorkHandlers } from "./work/work.routes.ts";

export const labellingHandlers = (deps: LabellingDeps): Handlers<typeof labellingRoutes> => ({
  ...labelTemplateHandlers(deps),
  ...labelTaskHandlers(deps),
  ...labelWorkHandlers(deps),
  ...historyHandlers(deps),
  ...labelExportHandlers(deps),
});
