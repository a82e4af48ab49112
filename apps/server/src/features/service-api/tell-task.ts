import { DomainError } from "../../errors.ts";
import type { Db } from "../../platform/db/database.ts";
import { findTask, insertTask, lockProject, type TaskColumns, updateTask } from "./content-news.store.ts";

export interface TaskNews {
  readonly id: string;
  readonly projectId: string;
  readonly columns: TaskColumns;
  readonly toldAt: Date;
}

const taken = (): DomainError => new DomainError("conflict", "this task belongs to another project");

export const tellTask = (db: Db, { id, projectId, columns, toldAt }: TaskNews): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    if (!(await lockProject(tx, projectId))) throw new DomainError("not_found", "there is no project with this id");
    const known = await findTask(tx, id);
    if (known && known.project_id !== projectId) throw taken();
    if (known && known.told_at > toldAt) return false;
    if (known) await updateTask(tx, id, projectId, columns);
    else if (!(await insertTask(tx, id, projectId, columns))) throw taken();
    return true;
  });
