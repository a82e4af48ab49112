import type { Tx } from "../../platform/db/database.ts";
import { type EndUserRow, lockEndUser, noSuchEndUser } from "../credits/index.ts";

export const requireLockedUser = async (tx: Tx, address: string): Promise<EndUserRow> => {
  const user = await lockEndUser(tx, address);
  if (!user) throw noSuchEndUser();
  return user;
};
