import { z } from "zod";
import { defineRoutes, nonNegativeInt, okReply, text, uuid, versionInQuery, versionNumber } from "../kit.ts";
import { pageOf } from "../lists.ts";
import {
  addLabelItemsBody,
  createLabelTaskBody,
  LABEL_TASK_ACTIONS,
  labelGuidelines,
  labelGuidelinesText,
  labelGuidelinesVersion,
  labelTaskDetail,
  labelTaskItem,
  listLabelTasksQuery,
  releaseLabelPersonBody,
  setLabelPeopleBody,
  updateLabelTaskBody,
} from "./task-schemas.ts";

const one = z.object({ id: uuid });
const changes = ["conflict", "not_found"] as const;
/** For a list of 100,000 keys. */
const KEYS_MAX_BODY_BYTES = 16 * 1024 ** 2;

/** Label tasks. External users see only those that they were asked to label. */
export const labelTaskRoutes = defineRoutes({
  listLabelTasks: {
    method: "GET",
    path: "/api_v1/label/task/list",
    access: "signed-in",
    summary: "List label tasks by priority and due date, with the caller's own progress",
    query: listLabelTasksQuery,
    reply: pageOf(labelTaskItem),
  },
  getLabelTask: {
    method: "GET",
    path: "/api_v1/label/task/detail/:id",
    access: "signed-in",
    summary: "Get one label task with its form and its newest guidelines",
    params: one,
    reply: labelTaskDetail,
    errors: ["not_found"],
  },
  createLabelTask: {
    method: "POST",
    path: "/api_v1/label/task/create",
    access: "internal",
    summary: "Create a label task from a dataset view, a list of item keys, or the disagreements of an earlier task",
    body: createLabelTaskBody,
    maxBodyBytes: KEYS_MAX_BODY_BYTES,
    reply: labelTaskDetail,
    errors: [...changes, "invalid"],
  },
  updateLabelTask: {
    method: "POST",
    path: "/api_v1/label/task/update/:id",
    access: "internal",
    summary:
      "Change the name, the lease time, the reviewed share, the adjudication threshold, the priority and the due date of a label task",
    params: one,
    body: updateLabelTaskBody,
    reply: labelTaskDetail,
    errors: changes,
  },
  changeLabelTaskStatus: {
    method: "POST",
    path: "/api_v1/label/task/status/:id",
    access: "internal",
    summary: "Start, pause, resume or close a label task; resuming opens a closed one again",
    params: one,
    body: z.strictObject({ action: z.enum(LABEL_TASK_ACTIONS), reason: text({ max: 500 }).default("") }),
    reply: labelTaskDetail,
    errors: changes,
  },
  setLabelPeople: {
    method: "POST",
    path: "/api_v1/label/task/people/:id",
    access: "internal",
    summary: "Set who is asked to label, people and groups; the labels of removed people stay",
    params: one,
    body: setLabelPeopleBody,
    reply: labelTaskDetail,
    errors: [...changes, "invalid"],
  },
  addLabelItems: {
    method: "POST",
    path: "/api_v1/label/task/add-items/:id",
    access: "internal",
    summary: "Add items to an open label task in the background, from a view or keys of its dataset version",
    params: one,
    body: addLabelItemsBody,
    maxBodyBytes: KEYS_MAX_BODY_BYTES,
    reply: labelTaskDetail,
    errors: [...changes, "invalid"],
  },
  releaseLabelPerson: {
    method: "POST",
    path: "/api_v1/label/task/release-person/:id",
    access: "internal",
    summary: "Give back the items that a person holds in a label task, so that others get them; drafts are kept",
    params: one,
    body: releaseLabelPersonBody,
    reply: z.object({ ok: z.literal(true), released: nonNegativeInt }),
    errors: changes,
  },
  deleteLabelTask: {
    method: "POST",
    path: "/api_v1/label/task/delete/:id",
    access: "internal",
    summary: "Delete a label task that has no labels; its items are removed in the background",
    params: one,
    reply: okReply,
    errors: changes,
  },
  updateGuidelines: {
    method: "POST",
    path: "/api_v1/label/task/guidelines/:id",
    access: "internal",
    summary: "Write the next version of the guidelines of a label task",
    params: one,
    body: z.strictObject({ text: labelGuidelinesText, expect_version: versionNumber }),
    reply: labelGuidelines,
    errors: changes,
  },
  getGuidelines: {
    method: "GET",
    path: "/api_v1/label/task/guidelines/:id",
    access: "signed-in",
    summary: "Get the guidelines of a label task at a version, and the list of versions",
    params: one,
    query: z.object({ version: versionInQuery.optional() }),
    reply: labelGuidelines.extend({ versions: z.array(labelGuidelinesVersion) }),
    errors: ["not_found"],
  },
});
