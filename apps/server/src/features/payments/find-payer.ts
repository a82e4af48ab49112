import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import { type EndUserRow, findEndUser, lockEndUserById } from "../credits/index.ts";
import { findCustomer, findUserByExternalId, insertCustomer } from "./payment-event.store.ts";

export interface PayerClues {
  readonly customer: string | undefined;
  readonly email?: string | undefined;
  readonly externalId?: string | undefined;
}

/** Finds and locks the paying user: by the product's own id, by the provider's customer id, or by email. */
export const findPayer = async (
  tx: Tx,
  provider: string,
  { customer, email, externalId }: PayerClues,
): Promise<EndUserRow> => {
  const id =
    (externalId !== undefined ? await findUserByExternalId(tx, externalId) : undefined) ??
    (customer !== undefined ? await findCustomer(tx, provider, customer) : undefined) ??
    (email !== undefined ? (await findEndUser(tx, email))?.id : undefined);
  const user = id === undefined ? undefined : await lockEndUserById(tx, id);
  if (!user) throw new DomainError("not_found", "no end user is known for this customer yet");
  if (customer !== undefined) await insertCustomer(tx, provider, customer, user.id);
  return user;
};
