import { z } from "zod";
import { defineRoutes, uuid } from "../kit.ts";
import { labelReportState } from "./report-schemas.ts";

const one = z.object({ id: uuid });

/** Agreement and quality of the labels of a task: about people, so for internal users only. */
export const labelReportRoutes = defineRoutes({
  measureLabelReport: {
    method: "POST",
    path: "/api_v1/label/report/:id",
    access: "internal",
    summary: "Measure agreement and quality of a label task in the background, at most once a minute",
    params: one,
    reply: labelReportState,
    errors: ["not_found", "throttled"],
  },
  getLabelReport: {
    method: "GET",
    path: "/api_v1/label/report/:id",
    access: "internal",
    summary: "Get the newest report on agreement and quality of a label task",
    params: one,
    reply: labelReportState,
    errors: ["not_found"],
  },
});
