import { DomainError } from "../../errors.ts";
import type { Db } from "../../platform/db/database.ts";
import { addEarlierSpending, insertProject, lockProject, updateProject } from "./content-news.store.ts";
import { requireLockedUser } from "./require-locked-user.ts";

export interface ProjectNews {
  readonly id: string;
  readonly userEmail: string;
  readonly name: string;
  readonly createdAt: Date | undefined;
  readonly toldAt: Date;
}

const taken = (): DomainError => new DomainError("conflict", "this project belongs to another user");

export const tellProject = (db: Db, news: ProjectNews): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const user = await requireLockedUser(tx, news.userEmail);
    const known = await lockProject(tx, news.id);
    if (known && known.user_id !== user.id) throw taken();
    if (known && known.told_at > news.toldAt) return false;
    if (known) {
      await updateProject(tx, news.id, news.name, news.toldAt);
      return true;
    }
    const project = { id: news.id, name: news.name, createdAt: news.createdAt ?? news.toldAt, toldAt: news.toldAt };
    if (!(await insertProject(tx, user.id, project))) throw taken();
    await addEarlierSpending(tx, user.id, news.id);
    return true;
  });
