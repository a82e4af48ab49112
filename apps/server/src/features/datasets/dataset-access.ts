import { allows } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { RequestContext } from "../../request-context.ts";
import { type DatasetRow, lockDataset } from "./dataset.store.ts";

export const datasetSubject = (id: string): string => `dataset:${id}`;

export const noDataset = (): DomainError => new DomainError("not_found", "there is no such dataset");

/** Locks the dataset for its owner or an administrator. All callers may know that it exists. */
export const lockToChange = async (tx: Tx, { actor }: RequestContext, id: string): Promise<DatasetRow> => {
  const row = await lockDataset(tx, id);
  if (!row) throw noDataset();
  if (row.owner_id !== actor.userId && !allows(actor, { permission: "ADMIN_MANAGE_R" })) {
    throw new DomainError("not_allowed", "only the owner of this dataset or an administrator may change it");
  }
  return row;
};
