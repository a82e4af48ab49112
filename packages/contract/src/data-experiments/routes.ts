import { z } from "zod";
import { defineRoutes, uuid } from "../kit.ts";
import { attachJudgingBody, detachJudgingBody } from "./judging-schemas.ts";
import {
  attachRunsBody,
  createDataExperimentBody,
  dataExperiment,
  dataExperimentItem,
  decideBody,
  detachRunBody,
  listDataExperimentsQuery,
  proposedRun,
  reopenBody,
} from "./schemas.ts";

const one = z.object({ id: uuid });
const changes = ["conflict", "not_found"] as const;
/** Leaderboards are open to them. */
const judges = { permission: "USE_VERSION_1_0", isInternalOnly: true } as const;

/** Questions about data: arms that differ only in data, their runs, and a decision with an interval. */
export const dataExperimentsRoutes = defineRoutes({
  listDataExperiments: {
    method: "GET",
    path: "/api_v1/data-experiment/list",
    access: "internal",
    summary: "List data experiments, newest first",
    query: listDataExperimentsQuery,
    reply: z.object({ items: z.array(dataExperimentItem), next_cursor: uuid.nullable() }),
  },
  createDataExperiment: {
    method: "POST",
    path: "/api_v1/data-experiment/create",
    access: "internal",
    summary: "Ask a question about data with two to six arms, whose data are compared in the background",
    body: createDataExperimentBody,
    reply: dataExperiment,
    errors: ["conflict", "invalid"],
  },
  getDataExperiment: {
    method: "GET",
    path: "/api_v1/data-experiment/detail/:id",
    access: "internal",
    summary: "Get a data experiment with its arms, their runs and comparisons, the result and the decision",
    params: one,
    reply: dataExperiment,
    errors: ["not_found"],
  },
  listProposedRuns: {
    method: "GET",
    path: "/api_v1/data-experiment/proposals/:id",
    access: "internal",
    summary: "List the newest runs that name the package of an arm and are not attached yet",
    params: one,
    reply: z.object({ items: z.array(proposedRun) }),
    errors: ["not_found"],
  },
  attachRuns: {
    method: "POST",
    path: "/api_v1/data-experiment/attach/:id",
    access: "internal",
    summary: "Attach runs to an arm; runs that are attached to it stay so",
    params: one,
    body: attachRunsBody,
    reply: dataExperiment,
    errors: [...changes, "invalid"],
  },
  detachRun: {
    method: "POST",
    path: "/api_v1/data-experiment/detach/:id",
    access: "internal",
    summary: "Detach a run from its arm",
    params: one,
    body: detachRunBody,
    reply: dataExperiment,
    errors: changes,
  },
  attachJudging: {
    method: "POST",
    path: "/api_v1/data-experiment/attach-judging/:id",
    access: judges,
    summary: "Attach a finished blind judging of models of the arms; attached again, its judgements are counted again",
    params: one,
    body: attachJudgingBody,
    reply: dataExperiment,
    errors: [...changes, "invalid", "not_allowed"],
  },
  detachJudging: {
    method: "POST",
    path: "/api_v1/data-experiment/detach-judging/:id",
    access: judges,
    summary: "Detach a blind judging",
    params: one,
    body: detachJudgingBody,
    reply: dataExperiment,
    errors: changes,
  },
  compareArms: {
    method: "POST",
    path: "/api_v1/data-experiment/compare/:id",
    access: "internal",
    summary: "Compare the data of arms again whose comparison failed, in the background",
    params: one,
    reply: dataExperiment,
    errors: changes,
  },
  decideDataExperiment: {
    method: "POST",
    path: "/api_v1/data-experiment/decide/:id",
    access: "internal",
    summary: "Record the decision with its reason; the numbers are kept as they are now",
    params: one,
    body: decideBody,
    reply: dataExperiment,
    errors: [...changes, "invalid"],
  },
  reopenDataExperiment: {
    method: "POST",
    path: "/api_v1/data-experiment/reopen/:id",
    access: "internal",
    summary: "Open a decided experiment again with a reason; the earlier decision stays in its history",
    params: one,
    body: reopenBody,
    reply: dataExperiment,
    errors: changes,
  },
});
