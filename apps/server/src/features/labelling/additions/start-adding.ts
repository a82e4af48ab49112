import type { addLabelItemsBody } from "@dailies/contract";
import type { z } from "zod";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { findView, getItemVersion } from "../../datasets/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { enqueueFilling } from "../filling/start-filling.ts";
import { EVERYTHING } from "../tasks/create-label-task.ts";
import { type LockedLabelTask, listTaskFields } from "../tasks/label-task.store.ts";
import { readPairs } from "../tasks/pairs.rules.ts";
import { labelTaskSubject, lockRequiredLabelTask } from "../tasks/require-label-task.ts";
import { findAdditionByRequest, hasRunningAddition, insertAddition, type NewAddition } from "./label-addition.store.ts";

type AddItems = z.output<typeof addLabelItemsBody>;
type Frozen = Pick<NewAddition, "view" | "query" | "orderBy" | "keys" | "pairs">;

/** A view of another version would bring items whose rows this task cannot find. */
const freezeAdded = async (db: Db, task: LockedLabelTask, source: AddItems["source"]): Promise<Frozen> => {
  const version = await getItemVersion({ db }, task.datasetId, task.datasetVersion);
  const pairs = readPairs(source, await listTaskFields(db, task.id), version.columns);
  if (source.kind === "keys") return { view: null, query: EVERYTHING, orderBy: "", keys: source.keys, pairs };
  const view = await findView(db, source.view_id);
  if (!view || view.datasetId !== task.datasetId) throw new DomainError("not_found", "there is no such view");
  if (view.version !== task.datasetVersion)
    throw new DomainError(
      "invalid",
      `this view is of version ${view.version}, the task of version ${task.datasetVersion}`,
    );
  return { view: { id: view.id, name: view.name }, query: view.query, orderBy: view.orderBy, keys: null, pairs };
};

/** Idempotent per form id. Labelling goes on meanwhile. */
export const startAdding = (
  db: Db,
  context: RequestContext,
  { id, body }: { readonly id: string; readonly body: AddItems },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const task = await lockRequiredLabelTask(tx, id);
    const before = await findAdditionByRequest(tx, context.actor.userId, body.request_key);
    if (before === id) return;
    if (before !== undefined) throw new DomainError("conflict", "this form was sent before, for another task");
    if (task.status !== "Open" && task.status !== "Paused")
      throw new DomainError("conflict", `items can be added to an open task: '${task.name}' is ${task.status}`);
    if (await hasRunningAddition(tx, id))
      throw new DomainError("conflict", `items are being added to '${task.name}': wait until that is done`);
    const frozen = await freezeAdded(tx, task, body.source);
    const { userId: createdBy } = context.actor;
    await insertAddition(tx, {
      ...frozen,
      id: newId(),
      taskId: id,
      createdBy,
      requestKey: body.request_key,
      at: context.at,
    });
    await enqueueFilling(tx, context, task);
    await recordOperation(tx, auditActor(context), {
      opType: "Add_label_items",
      subjects: [labelTaskSubject(id)],
      meta: { name: task.name, view: frozen.view?.name ?? null, keys: frozen.keys?.length ?? null },
    });
  });
