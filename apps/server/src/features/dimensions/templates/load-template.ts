import type { TemplateItem, TemplateQuestion } from "@dailies/contract";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { toAsked } from "../dimension.store.ts";
import { lockTemplateRow } from "./template.store.ts";
import { findTemplateRow, listQuestionRows, type QuestionRow } from "./template-list.store.ts";

export interface LoadedTemplate {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly mode: TemplateItem["mode"];
  readonly instructions: string;
  readonly judgesPerItem: number;
  /** In display order. */
  readonly questions: readonly TemplateQuestion[];
}

export const toQuestion = (row: QuestionRow): TemplateQuestion => {
  const asked = toAsked(row);
  return {
    dimension_id: row.dimension_id,
    dimension_version: row.dimension_version,
    weight: row.entry_weight,
    is_required: row.entry_is_required,
    section: row.section,
    key: row.key,
    name: asked.name,
    description: asked.description,
    rubric: asked.rubric,
    field: asked.field,
    direction: asked.direction,
    source: asked.source,
    metric_key: asked.metricKey,
  };
};

/** Loads a template with its questions. Without a version: the newest. Undefined when the template does not exist. */
export const loadTemplate = async (db: Db, id: string, version?: number): Promise<LoadedTemplate | undefined> => {
  const row = await findTemplateRow(db, id, version);
  if (!row) return undefined;
  const questions = await listQuestionRows(db, id, row.version);
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    mode: row.mode as TemplateItem["mode"],
    instructions: row.instructions,
    judgesPerItem: row.judges_per_item,
    questions: questions.map(toQuestion),
  };
};

/** Share-locks the template until the transaction ends, so that it cannot change after it was read. */
export const hasTemplate = async (tx: Tx, id: string): Promise<boolean> =>
  (await lockTemplateRow(tx, id, "share")) !== undefined;
