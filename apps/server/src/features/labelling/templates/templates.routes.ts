// Routes under /label/template: the forms of label tasks, in versions.
// Ours: the specification names the screens of labelling only.
import type { LabelTemplateDetail, LabelTemplateItem, labelTemplateRoutes } from "@dailies/contract";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import type { Db } from "../../../platform/db/database.ts";
import {
  createLabelTemplate,
  deleteLabelTemplate,
  noLabelTemplate,
  updateLabelTemplate,
} from "./change-label-template.ts";
import {
  findLabelTemplateRow,
  type LabelTemplateRow,
  listLabelTemplateRows,
  listLabelTemplateVersions,
} from "./label-template.store.ts";

const toItem = (row: LabelTemplateRow): LabelTemplateItem => ({
  ...row,
  fields: [...row.fields],
  archived_at: row.archived_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const getDetail = async (db: Db, id: string, version?: number): Promise<LabelTemplateDetail> => {
  const row = await findLabelTemplateRow(db, id, version);
  if (!row) throw noLabelTemplate();
  const versions = await listLabelTemplateVersions(db, id);
  return {
    ...toItem(row),
    versions: versions.map((each) => ({ ...each, created_at: each.created_at.toISOString() })),
  };
};

export const labelTemplateHandlers = ({ db }: { readonly db: Db }): Handlers<typeof labelTemplateRoutes> => ({
  async createLabelTemplate({ body, context }) {
    const { request_key: requestKey, ...sheet } = body;
    return getDetail(db, await createLabelTemplate(db, context, { sheet, requestKey }));
  },
  async listLabelTemplates({ query }) {
    const { limit, offset, q: words } = query;
    const filter = { words, isArchived: query.is_archived === "true" };
    const { rows, total } = await listLabelTemplateRows(db, filter, { limit, offset });
    return { items: rows.map(toItem), total };
  },
  getLabelTemplate: ({ params, query }) => getDetail(db, params.id, query.version),
  async updateLabelTemplate({ params: { id }, body, context }) {
    const { expect_version: expectVersion, ...sheet } = body;
    await updateLabelTemplate(db, context, { id, expectVersion, sheet });
    return getDetail(db, id);
  },
  async deleteLabelTemplate({ params: { id }, body, context }) {
    return { ok: true, is_archived: await deleteLabelTemplate(db, context, { id, isArchived: body.is_archived }) };
  },
});
