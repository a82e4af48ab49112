import { DomainError } from "../../errors.ts";
import type { Db } from "../../platform/database.ts";
import { type EndUserRow, lockEndUser } from "../credits/index.ts";

export const requireLockedUser = async (tx: Db, address: string): Promise<EndUserRow> => {
  const user = await lockEndUser(tx, address);
  if (!user) throw new DomainError("not_found", "no end user has this address");
  return user;
};
