import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { type DimensionsDeps, requireChange } from "../dimensions-deps.ts";
import { templateSubject } from "./create-template.ts";
import { isTemplateUsed, removeTemplate, setTemplateArchived } from "./template.store.ts";
import { lockTemplate } from "./update-template.ts";

interface DeleteTemplateInput {
  readonly id: string;
  /** False restores the template. */
  readonly isArchived: boolean;
}

/** Deletes an unused template, archives it otherwise. Returns whether it was archived. */
export const deleteTemplate = (
  { db }: Pick<DimensionsDeps, "db">,
  context: RequestContext,
  { id, isArchived }: DeleteTemplateInput,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { record, sheet } = await lockTemplate(tx, id);
    requireChange(context.actor, { ownerId: record.ownerId, name: sheet.name });
    const isDeleted = isArchived && !(await isTemplateUsed(tx, id));
    if (!isDeleted && isArchived === (record.archivedAt !== null)) return isArchived;
    if (isDeleted) await removeTemplate(tx, id);
    else await setTemplateArchived(tx, id, isArchived ? context.at : null, context.at);
    await recordOperation(tx, auditActor(context), {
      opType: isDeleted ? "Delete_template" : "Archive_template",
      subjects: [templateSubject(id)],
      meta: { name: sheet.name, ...(!isDeleted && { is_archived: isArchived }) },
    });
    return isArchived && !isDeleted;
  });
