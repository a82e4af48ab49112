import { defineRoutes } from "../kit.ts";
import { labelHistoryRoutes } from "./history-routes.ts";
import { labelTaskRoutes } from "./task-routes.ts";
import { labelTemplateRoutes } from "./template-routes.ts";
import { labelWorkRoutes } from "./work-routes.ts";

export const labellingRoutes = defineRoutes({
  ...labelTemplateRoutes,
  ...labelTaskRoutes,
  ...labelWorkRoutes,
  ...labelHistoryRoutes,
});
