import type { Db } from "../../platform/db/database.ts";
import { type EndUserRow, lockEndUser, noSuchEndUser } from "../credits/index.ts";

export const requireLockedUser = async (tx: Db, address: string): Promise<EndUserRow> => {
  const user = await lockEndUser(tx, address);
  if (!user) throw noSuchEndUser();
  return user;
};
