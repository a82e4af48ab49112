import { isDeepStrictEqual } from "node:util";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { type DimensionsDeps, requireChange, requireVersion } from "../dimensions-deps.ts";
import { holdDimensions, templateSubject } from "./create-template.ts";
import {
  findSheet,
  insertSheet,
  isAskedWith,
  lockTemplateRow,
  rewriteSheet,
  type TemplateRecord,
  type TemplateSheet,
  touchTemplate,
} from "./template.store.ts";

interface Edit {
  readonly id: string;
  readonly expectVersion: number;
  readonly sheet: TemplateSheet;
}

/** Rewrites the version in place, or adds the next one when an evaluation used it. Equal content changes nothing. */
export const updateTemplate = (
  { db }: Pick<DimensionsDeps, "db">,
  context: RequestContext,
  { id, expectVersion, sheet }: Edit,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { record, sheet: before } = await lockTemplate(tx, id);
    requireChange(context.actor, { ownerId: record.ownerId, name: before.name });
    requireVersion({ name: before.name, version: record.version }, expectVersion);
    if (isDeepStrictEqual(before, sheet)) return;
    await holdDimensions(tx, sheet.entries, before.entries);
    const isFrozen = await isAskedWith(tx, id, record.version);
    const version = isFrozen ? record.version + 1 : record.version;
    if (isFrozen) await insertSheet(tx, { id, version, sheet }, { userName: context.actor.username, at: context.at });
    else await rewriteSheet(tx, { id, version, sheet });
    await touchTemplate(tx, id, version, context.at);
    await recordOperation(tx, auditActor(context), {
      opType: "Update_template",
      subjects: [templateSubject(id)],
      meta: { version, before, after: sheet },
    });
  });

/** Locks the template until the transaction ends and returns the content of its newest version. */
export const lockTemplate = async (tx: Tx, id: string): Promise<{ record: TemplateRecord; sheet: TemplateSheet }> => {
  const record = await lockTemplateRow(tx, id, "update");
  const sheet = record && (await findSheet(tx, id, record.version));
  if (!sheet) throw new DomainError("not_found", "there is no such template");
  return { record, sheet };
};
