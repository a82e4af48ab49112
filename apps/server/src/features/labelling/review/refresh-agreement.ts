import { itemAgreement } from "@dailies/contract";
import type { Tx } from "../../../platform/db/database.ts";
import { findComparedLabels, storeAgreement } from "./agreement.store.ts";

/**
 * Stores how far the labels of an item agree, once it has all of them: at most ten, so this is done at once. Call it after
 * a change of a label, in the same transaction, which holds the lock of the item. Undoing and rejecting clear it.
 */
export const refreshAgreement = async (tx: Tx, taskId: string, item: number): Promise<void> => {
  const compared = await findComparedLabels(tx, taskId, item);
  if (compared) await storeAgreement(tx, taskId, item, itemAgreement(compared.fields, compared.labels));
};
