import { labelExportRoutes } from "@dailies/contract/labelling/export-routes";
import { labelHistoryRoutes } from "@dailies/contract/labelling/history-routes";
import { labelTemplateRoutes } from "@dailies/contract/labelling/template-routes";
import { labelWorkRoutes } from "@dailies/contract/labelling/work-routes";
import { createCalls } from "../../calls.ts";

export const labelTemplateCalls = createCalls(labelTemplateRoutes);
export const labelWorkCalls = createCalls(labelWorkRoutes);
export const labelHistoryCalls = createCalls(labelHistoryRoutes);
export const labelExportCalls = createCalls(labelExportRoutes);
