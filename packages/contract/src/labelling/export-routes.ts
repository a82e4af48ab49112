import { z } from "zod";
import { datasetColumnSet } from "../datasets/schemas.ts";
import { defineRoutes, uuid } from "../kit.ts";
import { pageOf } from "../lists.ts";
import { createLabelExportBody, createLabelSnapshotBody, labelExport } from "./export-schemas.ts";

const one = z.object({ id: uuid });
const changes = ["conflict", "not_found"] as const;

/** The labels of a task as files, and as columns of the dataset version that they belong to. Internal users only. */
export const labelExportRoutes = defineRoutes({
  createLabelExport: {
    method: "POST",
    path: "/api_v1/label/export/create/:id",
    access: "internal",
    summary: "Export the labels of a task, as they are or were at a time, to a file in the background",
    params: one,
    body: createLabelExportBody,
    reply: labelExport,
    errors: [...changes, "invalid"],
  },
  listLabelExports: {
    method: "GET",
    path: "/api_v1/label/export/list/:id",
    access: "internal",
    summary: "List the caller's exports of a label task, newest first",
    params: one,
    reply: pageOf(labelExport),
    errors: ["not_found"],
  },
  cancelLabelExport: {
    method: "POST",
    path: "/api_v1/label/export/cancel/:id",
    access: "internal",
    summary: "Cancel one's own export of labels",
    params: one,
    reply: labelExport,
    errors: changes,
  },
  downloadLabelExport: {
    method: "GET",
    path: "/api_v1/label/export/download/:id",
    access: "internal",
    summary: "Redirect to a short-lived URL of one's own finished export of labels, unless the file has expired",
    params: one,
    raw: { status: 302, contentType: "text/plain" },
    errors: ["not_found", "conflict"],
  },
  createLabelSnapshot: {
    method: "POST",
    path: "/api_v1/label/snapshot/create/:id",
    access: "internal",
    summary:
      "Add the labels of a task, as they are or were at a time, to its dataset version as columns, in the background",
    params: one,
    body: createLabelSnapshotBody,
    reply: datasetColumnSet,
    errors: [...changes, "invalid"],
  },
  listLabelSnapshots: {
    method: "GET",
    path: "/api_v1/label/snapshot/list/:id",
    access: "internal",
    summary: "List the column sets that were made from a label task, newest first",
    params: one,
    reply: pageOf(datasetColumnSet),
    errors: ["not_found"],
  },
});
