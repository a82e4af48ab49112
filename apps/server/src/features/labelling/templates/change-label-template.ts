import { isDeepStrictEqual } from "node:util";
import { DomainError } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import {
  findLabelTemplateByRequest,
  findLabelTemplateRow,
  insertLabelSheet,
  insertLabelTemplate,
  type LabelTemplateRow,
  type LabelTemplateSheet,
  lockLabelTemplate,
  removeLabelTemplate,
  rewriteLabelSheet,
  touchLabelTemplate,
} from "./label-template.store.ts";

const subjectOf = (id: string): string => `label_template:${id}`;

export const noLabelTemplate = (): DomainError => new DomainError("not_found", "there is no such label template");

/** Idempotent per form id: a repeated request returns the id of the template created before. */
export const createLabelTemplate = (
  db: Db,
  context: RequestContext,
  { sheet, requestKey }: { sheet: LabelTemplateSheet; requestKey: string },
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const id = newId();
    const { userId, username } = context.actor;
    if (!(await insertLabelTemplate(tx, { id, ownerId: userId, requestKey, at: context.at }))) {
      const before = await findLabelTemplateByRequest(tx, userId, requestKey);
      if (before !== undefined) return before;
      throw new DomainError("conflict", "this form was submitted twice at the same time: submit it again");
    }
    await insertLabelSheet(tx, { id, version: 1, sheet }, { userName: username, at: context.at });
    await recordOperation(tx, auditActor(context), {
      opType: "Create_label_template",
      subjects: [subjectOf(id)],
      meta: { name: sheet.name, fields: sheet.fields.length },
    });
    return id;
  });

const lockWhole = async (tx: Tx, id: string): Promise<LabelTemplateRow> => {
  const locked = await lockLabelTemplate(tx, id, "update");
  const row = locked && (await findLabelTemplateRow(tx, id, locked.version));
  if (!row) throw noLabelTemplate();
  return row;
};

/** Rewrites the version in place, or adds the next one when a task uses it. Equal content changes nothing. */
export const updateLabelTemplate = (
  db: Db,
  context: RequestContext,
  { id, expectVersion, sheet }: { id: string; expectVersion: number; sheet: LabelTemplateSheet },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = await lockWhole(tx, id);
    if (before.version !== expectVersion)
      throw new DomainError("conflict", `'${before.name}' was changed meanwhile: load it again`);
    const { name, description, fields } = before;
    if (isDeepStrictEqual({ name, description, fields }, sheet)) return;
    const version = before.is_frozen ? before.version + 1 : before.version;
    if (before.is_frozen)
      await insertLabelSheet(tx, { id, version, sheet }, { userName: context.actor.username, at: context.at });
    else await rewriteLabelSheet(tx, { id, version, sheet });
    await touchLabelTemplate(tx, id, { version }, context.at);
    await recordOperation(tx, auditActor(context), {
      opType: "Update_label_template",
      subjects: [subjectOf(id)],
      meta: { version, before: { name, description, fields }, after: sheet },
    });
  });

/** Deletes an unused template, archives it otherwise; `isArchived: false` restores it. Returns whether it is archived. */
export const deleteLabelTemplate = (
  db: Db,
  context: RequestContext,
  { id, isArchived }: { id: string; isArchived: boolean },
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const row = await lockWhole(tx, id);
    const isDeleted = isArchived && row.used_by_count === 0;
    if (!isDeleted && isArchived === (row.archived_at !== null)) return isArchived;
    if (isDeleted) await removeLabelTemplate(tx, id);
    else await touchLabelTemplate(tx, id, { archived_at: isArchived ? context.at : null }, context.at);
    await recordOperation(tx, auditActor(context), {
      opType: isDeleted ? "Delete_label_template" : "Archive_label_template",
      subjects: [subjectOf(id)],
      meta: { name: row.name, ...(!isDeleted && { is_archived: isArchived }) },
    });
    return isArchived && !isDeleted;
  });
