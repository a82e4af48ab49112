import type { LabelTaskAction, LabelTaskStatus, updateLabelTaskBody } from "@dailies/contract";
import type { z } from "zod";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { startFilling } from "../filling/start-filling.ts";
import { sweepLabelLeases } from "../work/label-lease.store.ts";
import { listGroupMemberIds, replaceLabelGroups } from "./group.store.ts";
import { insertGuidelines } from "./guidelines.store.ts";
import { changeLabelTask, type LockedLabelTask } from "./label-task.store.ts";
import { notifyLabellers } from "./notify-labellers.ts";
import { expireLeasesOfRemoved, replaceLabelPeople } from "./person.store.ts";
import { labelTaskSubject, lockRequiredLabelTask, requireGroups, requireUsersNamed } from "./require-label-task.ts";

const subjectsOf = (id: string): readonly [string] => [labelTaskSubject(id)];

type Settings = Omit<z.output<typeof updateLabelTaskBody>, "expect_revision">;

export const updateLabelTask = (
  db: Db,
  context: RequestContext,
  { id, expectRevision, settings }: { id: string; expectRevision: number; settings: Settings },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const task = await lockRequiredLabelTask(tx, id);
    if (task.revision !== expectRevision)
      throw new DomainError("conflict", `'${task.name}' was changed meanwhile: load it again`);
    const due_at = settings.due_at === null ? null : new Date(settings.due_at);
    await changeLabelTask(tx, id, context.at, { ...settings, due_at });
    await recordOperation(tx, auditActor(context), {
      opType: "Update_label_task",
      subjects: subjectsOf(id),
      meta: { ...settings },
    });
  });

const MAY_FOLLOW: Readonly<Record<LabelTaskAction, readonly LabelTaskStatus[]>> = {
  start: ["Draft", "Failed"],
  pause: ["Open"],
  resume: ["Paused", "Closed"],
  close: ["Draft", "Filling", "Failed", "Open", "Paused"],
};
/** A task that was closed before it had all its items is a draft again: starting it reads the rest. */
const statusAfter = (
  action: Exclude<LabelTaskAction, "start">,
  { openedAt }: Pick<LockedLabelTask, "openedAt">,
): LabelTaskStatus => {
  if (action === "resume") return openedAt === null ? "Draft" : "Open";
  return action === "pause" ? "Paused" : "Closed";
};
const OPERATIONS: Readonly<Record<LabelTaskAction, string>> = {
  start: "Start_label_task",
  pause: "Pause_label_task",
  resume: "Resume_label_task",
  close: "Close_label_task",
};

/** Labellers keep the items in their hands while a task is paused; once it is closed, no label is accepted any more. */
export const changeLabelTaskStatus = (
  db: Db,
  context: RequestContext,
  { id, action, reason }: { id: string; action: LabelTaskAction; reason: string },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const task = await lockRequiredLabelTask(tx, id);
    if (!MAY_FOLLOW[action].includes(task.status))
      throw new DomainError("conflict", `'${task.name}' cannot ${action}: its status is ${task.status}`);
    if (action === "start") await startFilling(tx, context, task);
    else {
      const closed_at = action === "close" ? context.at : null;
      await changeLabelTask(tx, id, context.at, { status: statusAfter(action, task), closed_at });
    }
    await recordOperation(tx, auditActor(context), {
      opType: OPERATIONS[action],
      subjects: subjectsOf(id),
      meta: { name: task.name, before: task.status },
      reason,
    });
  });

const MAX_SWEPT = 10_000;

/** Replaces who is asked to label, people and groups; omitted groups stay. Labels of removed people stay. */
export const setLabelPeople = (
  db: Db,
  context: RequestContext,
  { id, usernames, groups }: { id: string; usernames: readonly string[]; groups: readonly string[] | undefined },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const task = await lockRequiredLabelTask(tx, id);
    const users = await requireUsersNamed(tx, usernames);
    const people = await replaceLabelPeople(
      tx,
      id,
      users.map((user) => user.id),
    );
    const given = groups && (await replaceLabelGroups(tx, id, await requireGroups(tx, groups)));
    if (task.openedAt !== null) {
      const told = new Set([...people.addedIds, ...(await listGroupMemberIds(tx, given?.added ?? []))]);
      told.delete(context.actor.userId);
      await notifyLabellers(tx, { taskId: id, userIds: [...told], at: context.at });
    }
    if (people.removed + (given?.removed ?? 0) > 0) {
      await expireLeasesOfRemoved(tx, id, context.at);
      await sweepLabelLeases(tx, context.at, MAX_SWEPT, id);
    }
    await recordOperation(tx, auditActor(context), {
      opType: "Change_label_people",
      subjects: subjectsOf(id),
      meta: {
        name: task.name,
        people: users.map(({ username }) => username),
        added: people.addedIds.length,
        removed: people.removed,
        ...(groups && { groups }),
      },
    });
  });

/** Writes the next version; earlier ones stay, because labels were made under them. */
export const updateGuidelines = (
  db: Db,
  context: RequestContext,
  { id, body, expectVersion }: { id: string; body: string; expectVersion: number },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const task = await lockRequiredLabelTask(tx, id);
    if (task.guidelinesVersion !== expectVersion)
      throw new DomainError("conflict", `the guidelines of '${task.name}' were changed meanwhile: load them again`);
    const version = expectVersion + 1;
    await insertGuidelines(tx, id, { version, body, by: context.actor.username, at: context.at });
    await changeLabelTask(tx, id, context.at, { guidelines_version: version });
    await recordOperation(tx, auditActor(context), {
      opType: "Update_label_guidelines",
      subjects: subjectsOf(id),
      meta: { name: task.name, version },
    });
  });
