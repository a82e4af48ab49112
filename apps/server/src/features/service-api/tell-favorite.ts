import { DomainError } from "../../errors.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import {
  type FavoriteColumns,
  findTask,
  insertFavorite,
  lockFavorite,
  lockProject,
  updateFavorite,
} from "./content-news.store.ts";
import { requireLockedUser } from "./require-locked-user.ts";

export interface FavoriteNews {
  readonly id: string;
  readonly userEmail: string;
  readonly columns: FavoriteColumns;
  readonly toldAt: Date;
}

const taken = (): DomainError => new DomainError("conflict", "this favourite belongs to another user");

export const tellFavorite = (db: Db, { id, userEmail, columns, toldAt }: FavoriteNews): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const user = await requireLockedUser(tx, userEmail);
    await requireTarget(tx, columns);
    const known = await lockFavorite(tx, id);
    if (known && known.user_id !== user.id) throw taken();
    if (known && known.told_at > toldAt) return false;
    if (known) await updateFavorite(tx, id, columns);
    else if (!(await insertFavorite(tx, id, user.id, columns))) throw taken();
    return true;
  });

const requireTarget = async (tx: Tx, { project_id, task_id }: FavoriteColumns): Promise<void> => {
  if (project_id && !(await lockProject(tx, project_id))) {
    throw new DomainError("not_found", "there is no project with this id");
  }
  const task = task_id ? await findTask(tx, task_id) : undefined;
  if (task_id && !task) throw new DomainError("not_found", "there is no task with this id");
  if (project_id && task && task.project_id !== project_id) {
    throw new DomainError("conflict", "this task belongs to another project");
  }
};
