import { z } from "zod";
import { defineRoutes, uuid } from "../kit.ts";
import { pageOf } from "../lists.ts";
import {
  createProcessingBody,
  estimateProcessingBody,
  listProcessingQuery,
  processingDetail,
  processingEstimate,
  processingRun,
} from "./schemas.ts";

const one = z.object({ id: uuid });

/** Data processing: a job on a Ray cluster reads a dataset view, and its output becomes a dataset. */
export const processingRoutes = defineRoutes({
  estimateProcessing: {
    method: "POST",
    path: "/api_v1/processing/estimate",
    access: "internal",
    summary: "Estimate the items, bytes, parts and time of processing a dataset view",
    body: estimateProcessingBody,
    reply: processingEstimate,
    errors: ["not_found", "invalid", "unavailable", "upstream_failed"],
  },
  createProcessing: {
    method: "POST",
    path: "/api_v1/processing/create",
    access: "internal",
    summary: "Process a dataset view on a Ray cluster and register the output as a dataset, in the background",
    body: createProcessingBody,
    reply: processingDetail,
    errors: ["not_found", "conflict", "invalid"],
  },
  listProcessing: {
    method: "GET",
    path: "/api_v1/processing/list",
    access: "internal",
    summary: "List processing runs, newest first",
    query: listProcessingQuery,
    reply: pageOf(processingRun),
  },
  getProcessing: {
    method: "GET",
    path: "/api_v1/processing/detail/:id",
    access: "internal",
    summary: "Get one processing run with its attempts and the end of their logs",
    params: one,
    reply: processingDetail,
    errors: ["not_found"],
  },
  cancelProcessing: {
    method: "POST",
    path: "/api_v1/processing/cancel/:id",
    access: "internal",
    summary: "Cancel a run: its job on the cluster is stopped, and what it finished is kept for another attempt",
    params: one,
    reply: processingDetail,
    errors: ["not_found", "conflict", "not_allowed"],
  },
  retryProcessing: {
    method: "POST",
    path: "/api_v1/processing/retry/:id",
    access: "internal",
    summary: "Start another attempt of a run that failed or was cancelled; finished parts are kept",
    params: one,
    body: z.strictObject({ request_key: uuid }),
    reply: processingDetail,
    errors: ["not_found", "conflict", "not_allowed"],
  },
});
