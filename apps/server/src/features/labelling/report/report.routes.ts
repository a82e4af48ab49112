// Routes under /label/report: agreement and quality of the labels of a task, measured by the worker.
// Serves /label/history/{taskId} of the specification.
import type { labelReportRoutes } from "@dailies/contract";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import type { Db } from "../../../platform/db/database.ts";
import { requireLabelTask } from "../tasks/require-label-task.ts";
import { getLabelReport, requestLabelReport } from "./request-label-report.ts";

export const labelReportHandlers = ({ db }: { readonly db: Db }): Handlers<typeof labelReportRoutes> => ({
  measureLabelReport: ({ params, context }) => requestLabelReport(db, context, params.id),
  async getLabelReport({ actor, params }) {
    await requireLabelTask(db, actor, params.id);
    return getLabelReport(db, actor.userId, params.id);
  },
});
