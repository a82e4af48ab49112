import type { TaskDetail, TaskItem } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../platform/db/database.ts";
import { found, requireTask } from "./require-task.ts";
import { toTaskDetail, toTaskItem } from "./task.dto.ts";
import { listMembers } from "./task.store.ts";
import { findTaskRow, type TaskRow } from "./task-list.store.ts";

const getRow = async (db: Db, actor: Actor, id: string): Promise<TaskRow> => {
  await requireTask(db, actor, id);
  return found(await findTaskRow(db, actor.userId, id));
};

export const getTaskItem = async (db: Db, actor: Actor, id: string): Promise<TaskItem> =>
  toTaskItem(await getRow(db, actor, id));

export const getTaskDetail = async (db: Db, actor: Actor, id: string): Promise<TaskDetail> =>
  toTaskDetail(await getRow(db, actor, id), await listMembers(db, id));
