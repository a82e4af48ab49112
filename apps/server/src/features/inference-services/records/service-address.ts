import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { addressOf } from "../inference-services.dto.ts";
import { findServiceByName } from "./service.store.ts";

/** Where callers reach a service of this name. Refuses, in words, what cannot be called. */
export const findServiceAddress = async (db: Db, name: string): Promise<string> => {
  const row = await findServiceByName(db, name);
  if (!row) throw new DomainError("not_found", `there is no service ${JSON.stringify(name)}`);
  const address = addressOf(row);
  if (address === null)
    throw new DomainError("conflict", `the address of the service ${JSON.stringify(name)} is not known yet`);
  return address;
};
