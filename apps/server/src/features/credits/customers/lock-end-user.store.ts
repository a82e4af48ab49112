import type { Tx } from "../../../platform/db/database.ts";
import { type EndUserRow, normalizeEmail } from "./end-user.store.ts";

/** Locks until the transaction ends; numbers per user are assigned under this lock. */
export const lockEndUser = (tx: Tx, address: string): Promise<EndUserRow | undefined> =>
  tx
    .selectFrom("end_user")
    .selectAll()
    .where("email", "=", normalizeEmail(address))
    .forNoKeyUpdate()
    .executeTakeFirst();

export const lockEndUserById = (tx: Tx, id: bigint): Promise<EndUserRow | undefined> =>
  tx.selectFrom("end_user").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
