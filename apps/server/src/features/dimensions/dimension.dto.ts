import type { DimensionItem, dimensionDetail, TemplateDetail, TemplateFile, TemplateItem } from "@dailies/contract";
import type { z } from "zod";
import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { Db } from "../../platform/db/database.ts";
import { toAsked } from "./dimension.store.ts";
import { type DimensionRow, findDimensionRow, listVersionRows } from "./dimension-list.store.ts";
import { contentOf } from "./dimension-set.ts";
import { mayChange } from "./dimensions-deps.ts";
import { toQuestion } from "./templates/load-template.ts";
import {
  findTemplateRow,
  listQuestionRows,
  listTemplateVersions,
  type TemplateRow,
} from "./templates/template-list.store.ts";

export const toDimensionItem = (actor: Actor, row: DimensionRow): DimensionItem => ({
  id: row.id,
  key: row.key,
  version: row.version,
  ...contentOf(toAsked(row)),
  owner: row.owner,
  owner_id: row.owner_id,
  may_change: mayChange(actor, row.owner_id),
  used_by: row.used_by,
  is_frozen: row.is_frozen,
  archived_at: row.archived_at?.toISOString() ?? null,
  created_at: row.made_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const getDimensionDetail = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<z.input<typeof dimensionDetail>> => {
  const row = await findDimensionRow(db, id);
  if (!row) throw new DomainError("not_found", "there is no such dimension");
  const versions = await listVersionRows(db, id);
  return {
    ...toDimensionItem(actor, row),
    versions: versions.map((version) => ({
      version: version.version,
      ...contentOf(toAsked(version)),
      created_by: version.created_by,
      created_at: version.created_at.toISOString(),
    })),
  };
};

const templateFields = (row: TemplateRow): TemplateFile["template"] => ({
  name: row.name,
  mode: row.mode as TemplateItem["mode"],
  instructions: row.instructions,
  judges_per_item: row.judges_per_item,
});

export const toTemplateItem = (actor: Actor, row: TemplateRow): TemplateItem => ({
  id: row.id,
  version: row.version,
  ...templateFields(row),
  dimensions: row.dimensions,
  owner: row.owner,
  owner_id: row.owner_id,
  may_change: mayChange(actor, row.owner_id),
  used_by_count: row.used_by_count,
  is_frozen: row.is_frozen,
  archived_at: row.archived_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const requireTemplateRow = async (db: Db, id: string, version: number | undefined): Promise<TemplateRow> => {
  const row = await findTemplateRow(db, id, version);
  if (!row) throw new DomainError("not_found", "there is no such template, or not at this version");
  return row;
};

/** Without a version: the newest. */
export const getTemplateDetail = async (
  db: Db,
  actor: Actor,
  { id, version }: { id: string; version?: number | undefined },
): Promise<TemplateDetail> => {
  const row = await requireTemplateRow(db, id, version);
  const [questions, versions] = await Promise.all([
    listQuestionRows(db, id, row.version),
    listTemplateVersions(db, id),
  ]);
  return {
    ...toTemplateItem(actor, row),
    items: questions.map(toQuestion),
    versions: versions.map((one) => ({ ...one, created_at: one.created_at.toISOString() })),
  };
};

/** Exports a template with its dimensions by key, for import into another console. */
export const getTemplateFile = async (
  db: Db,
  { id, version }: { id: string; version?: number | undefined },
): Promise<TemplateFile> => {
  const row = await requireTemplateRow(db, id, version);
  const questions = await listQuestionRows(db, id, row.version);
  return {
    format: "dailies-dimension-set",
    format_version: 1,
    template: templateFields(row),
    items: questions.map((question) => ({
      key: question.key,
      ...contentOf(toAsked(question)),
      weight: question.entry_weight,
      is_required: question.entry_is_required,
      section: question.section,
    })),
  };
};
