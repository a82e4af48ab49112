import { z } from "zod";
import { defineRoutes, queryFlag, text, uuid, versionInQuery } from "../kit.ts";
import { pageOf, pageQuery } from "../lists.ts";
import {
  createLabelTemplateBody,
  labelTemplateDetail,
  labelTemplateItem,
  updateLabelTemplateBody,
} from "./template-schemas.ts";

const one = z.object({ id: uuid });

/** The forms of label tasks. Internal users only; labellers get the form with their task. */
export const labelTemplateRoutes = defineRoutes({
  createLabelTemplate: {
    method: "POST",
    path: "/api_v1/label/template/create",
    access: "internal",
    summary: "Create a label template: the fields of a form in order",
    body: createLabelTemplateBody,
    reply: labelTemplateDetail,
    errors: ["conflict"],
  },
  listLabelTemplates: {
    method: "GET",
    path: "/api_v1/label/template/list",
    access: "internal",
    summary: "List label templates by name, each in its newest version",
    query: z.object({ ...pageQuery, q: text({ max: 200 }).optional(), is_archived: queryFlag.default("false") }),
    reply: pageOf(labelTemplateItem),
  },
  getLabelTemplate: {
    method: "GET",
    path: "/api_v1/label/template/detail/:id",
    access: "internal",
    summary: "Get one label template with its fields, at a version",
    params: one,
    query: z.object({ version: versionInQuery.optional() }),
    reply: labelTemplateDetail,
    errors: ["not_found"],
  },
  updateLabelTemplate: {
    method: "POST",
    path: "/api_v1/label/template/update/:id",
    access: "internal",
    summary: "Change a label template; if a task uses it, this creates its next version",
    params: one,
    body: updateLabelTemplateBody,
    reply: labelTemplateDetail,
    errors: ["conflict", "not_found"],
  },
  deleteLabelTemplate: {
    method: "POST",
    path: "/api_v1/label/template/delete/:id",
    access: "internal",
    summary: "Delete an unused label template, or archive and restore one that is used",
    params: one,
    body: z.strictObject({ is_archived: z.boolean().default(true) }).default({ is_archived: true }),
    reply: z.object({ ok: z.literal(true), is_archived: z.boolean() }),
    errors: ["conflict", "not_found"],
  },
});
