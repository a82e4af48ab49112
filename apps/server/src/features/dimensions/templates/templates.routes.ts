// Routes under /dimension/template: ordered sets of dimensions as drafts, versions and files.
import type { createTemplateBody, dimensionsRoutes } from "@dailies/contract";
import type { z } from "zod";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { getTemplateDetail, getTemplateFile, toTemplateItem } from "../dimension.dto.ts";
import { setOf, sheetOf } from "../dimension-set.ts";
import type { DimensionsDeps } from "../dimensions-deps.ts";
import { createFromStarter } from "./create-from-starter.ts";
import { createTemplate } from "./create-template.ts";
import { deleteTemplate } from "./delete-template.ts";
import { importTemplate, type PlannedItem, planImport } from "./import-template.ts";
import type { TemplateSheet } from "./template.store.ts";
import { listTemplateRows } from "./template-list.store.ts";
import { updateTemplate } from "./update-template.ts";

type Routes = typeof dimensionsRoutes;
type TemplateCalls =
  | "createTemplate"
  | "listTemplates"
  | "getTemplate"
  | "updateTemplate"
  | "deleteTemplate"
  | "createFromStarter"
  | "exportTemplate"
  | "importTemplate";

const toSheet = ({ items, ...template }: Omit<z.output<typeof createTemplateBody>, "request_key">): TemplateSheet => ({
  ...sheetOf(template),
  entries: items.map((entry) => ({
    dimensionId: entry.dimension_id,
    dimensionVersion: entry.dimension_version,
    weight: entry.weight,
    isRequired: entry.is_required,
    section: entry.section,
  })),
});

const toOutcomes = (planned: readonly PlannedItem[]) =>
  planned.map(({ item, outcome }) => ({ key: item.key, name: item.asked.name, outcome }));

export const templateHandlers = (deps: DimensionsDeps): Pick<Handlers<Routes>, TemplateCalls> => {
  const { db } = deps;
  return {
    async createTemplate({ body, actor, context }) {
      const { request_key: requestKey, ...template } = body;
      const id = await createTemplate(deps, context, { sheet: toSheet(template), requestKey });
      return getTemplateDetail(db, actor, { id });
    },
    async listTemplates({ actor, query }) {
      const { limit, offset, q: words, mode } = query;
      const filter = { words, mode, isArchived: query.is_archived === "true" };
      const { rows, total } = await listTemplateRows(db, filter, { limit, offset });
      return { items: rows.map((row) => toTemplateItem(actor, row)), total };
    },
    getTemplate: ({ actor, params, query }) => getTemplateDetail(db, actor, { id: params.id, version: query.version }),
    async updateTemplate({ params: { id }, body, actor, context }) {
      const { expect_version: expectVersion, ...template } = body;
      await updateTemplate(deps, context, { id, expectVersion, sheet: toSheet(template) });
      return getTemplateDetail(db, actor, { id });
    },
    async deleteTemplate({ params: { id }, body, context }) {
      return { ok: true, is_archived: await deleteTemplate(deps, context, { id, isArchived: body.is_archived }) };
    },
    async createFromStarter({ body, actor, context }) {
      const input = { starter: body.starter, requestKey: body.request_key };
      return getTemplateDetail(db, actor, { id: await createFromStarter(deps, context, input) });
    },
    exportTemplate: ({ params, query }) => getTemplateFile(db, { id: params.id, version: query.version }),
    async importTemplate({ body, actor, context }) {
      const set = setOf(body.file);
      if (body.is_dry_run) {
        return {
          template: null,
          dimensions: toOutcomes(await db.transaction().execute((tx) => planImport(deps, tx, context, set))),
        };
      }
      const { id, planned } = await importTemplate(deps, context, { set, requestKey: body.request_key });
      return { template: await getTemplateDetail(db, actor, { id }), dimensions: toOutcomes(planned) };
    },
  };
};
