import { DomainError } from "../../errors.ts";
import type { Db } from "../../platform/db/database.ts";
import { type EndUserNews, insertEndUser, lockNamed, updateEndUser, waitForTurn } from "./end-user-news.store.ts";

/**
 * Applies an update of an end user unless the stored state is newer. The product's own id, if given, identifies the user, so
 * that a changed email keeps its account; two accounts are never merged.
 */
export const tellEndUser = (db: Db, news: EndUserNews): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await waitForTurn(tx, news);
    const [known, other] = await lockNamed(tx, news);
    if (other) throw new DomainError("conflict", "another end user already has this e-mail address");
    if (!known) {
      await insertEndUser(tx, news);
      return true;
    }
    const { external_id } = known;
    if (news.externalId !== undefined && external_id !== null && external_id !== news.externalId) {
      throw new DomainError("conflict", "this address belongs to an end user with another id");
    }
    return updateEndUser(tx, known.id, news);
  });
