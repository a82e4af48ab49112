import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { findLabelPersonName, releaseLeasesOf } from "./person.store.ts";
import { labelTaskSubject, lockRequiredLabelTask } from "./require-label-task.ts";

/** Gives the items that a person holds to whoever claims next; their drafts are kept. Returns how many there were. */
export const releaseLabelPerson = (
  db: Db,
  context: RequestContext,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const task = await lockRequiredLabelTask(tx, id);
    const username = await findLabelPersonName(tx, id, userId);
    if (username === undefined) throw new DomainError("not_found", "this person does not label in this task");
    const released = await releaseLeasesOf(tx, { taskId: id, userId, byId: context.actor.userId, at: context.at });
    if (released > 0)
      await recordOperation(tx, auditActor(context), {
        opType: "Release_label_person",
        subjects: [labelTaskSubject(id)],
        meta: { name: task.name, person: username, released },
      });
    return released;
  });
