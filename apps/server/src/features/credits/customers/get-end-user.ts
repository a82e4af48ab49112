import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { type EndUserRow, findEndUser } from "./end-user.store.ts";

/** Fails for an unknown address, which is not the same as an end user without credits. */
export const getEndUser = async (db: Db, address: string): Promise<EndUserRow> => {
  const user = await findEndUser(db, address);
  if (!user) throw noSuchEndUser();
  return user;
};

export const noSuchEndUser = (): DomainError => new DomainError("not_found", "no end user has this e-mail address");
