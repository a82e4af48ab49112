import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { type Operation, recordOperations } from "../../operation-log/index.ts";
import { lockDimensions } from "../dimension.store.ts";
import type { DimensionsDeps } from "../dimensions-deps.ts";
import {
  findTemplateByRequest,
  insertSheet,
  insertTemplate,
  type TemplateEntry,
  type TemplateSheet,
} from "./template.store.ts";

export const templateSubject = (id: string): string => `template:${id}`;

/** Idempotent per form id: a repeated request returns the id of the template created before. */
export const createTemplate = (
  { db }: Pick<DimensionsDeps, "db">,
  context: RequestContext,
  { sheet, requestKey }: { sheet: TemplateSheet; requestKey: string },
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const { id, isNew } = await beginTemplate(tx, context, requestKey);
    if (!isNew) return id;
    await holdDimensions(tx, sheet.entries);
    await fillTemplate(tx, context, { id, sheet });
    return id;
  });

/** Inserts the row before its dimensions, so that the second of two equal requests stops here. */
export const beginTemplate = async (
  tx: Tx,
  context: RequestContext,
  requestKey: string,
): Promise<{ id: string; isNew: boolean }> => {
  const id = newId();
  const ownerId = context.actor.userId;
  if (await insertTemplate(tx, { id, ownerId, requestKey }, context.at)) return { id, isNew: true };
  const before = await findTemplateByRequest(tx, ownerId, requestKey);
  if (before === undefined)
    throw new DomainError("conflict", "this form was submitted twice at the same time: submit it again");
  return { id: before, isNew: false };
};

interface Filling {
  readonly id: string;
  readonly sheet: TemplateSheet;
  /** Audit entries of earlier steps in the same request. */
  readonly operations?: readonly Operation[];
  readonly meta?: object;
}

/** Inserts the first version and writes the audit entry; must be last in its transaction. */
export const fillTemplate = async (
  tx: Tx,
  context: RequestContext,
  { id, sheet, operations = [], meta }: Filling,
): Promise<void> => {
  await insertSheet(tx, { id, version: 1, sheet }, { userName: context.actor.username, at: context.at });
  const created: Operation = {
    opType: "Create_template",
    subjects: [templateSubject(id)],
    meta: { ...sheet, ...meta },
  };
  await recordOperations(tx, auditActor(context), [...operations, created]);
};

/**
 * Locks the dimensions until the transaction ends; afterwards the template's reference protects them. Refuses archived ones.
 */
export const holdDimensions = async (
  tx: Tx,
  entries: readonly TemplateEntry[],
  before: readonly TemplateEntry[] = [],
): Promise<void> => {
  const held = new Set(before.map(({ dimensionId }) => dimensionId));
  const found = await lockDimensions(tx, { ids: entries.map(({ dimensionId }) => dimensionId) }, "share");
  const byId = new Map(found.map((dimension) => [dimension.id, dimension]));
  for (const { dimensionId, dimensionVersion } of entries) {
    const dimension = byId.get(dimensionId);
    if (!dimension || dimensionVersion > dimension.version)
      throw new DomainError("not_found", "one of these dimensions does not exist at this version");
    if (dimension.archivedAt && !held.has(dimensionId))
      throw new DomainError("conflict", `'${dimension.asked.name}' was put away: bring it back first`);
  }
};
