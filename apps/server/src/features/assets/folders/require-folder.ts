import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { holdFolder } from "./asset-folder.store.ts";

/** Fails for a missing folder; locks an existing one until the transaction ends. */
export const requireFolder = async (tx: Tx, id: string | null | undefined): Promise<void> => {
  if (id == null) return;
  if (!(await holdFolder(tx, id))) throw new DomainError("not_found", "there is no such folder");
};
