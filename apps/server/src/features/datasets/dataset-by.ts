import { allows } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { OperationBy } from "../operation-log/index.ts";
import { type DatasetRow, lockDataset } from "./dataset.store.ts";

/** Who asks, in which request, and when. */
export interface DatasetBy {
  readonly actor: Actor;
  readonly requestId: string;
  readonly at: Date;
}

export const datasetSubject = (id: string): string => `dataset:${id}`;

export const byOf = ({ actor, requestId, at }: DatasetBy): OperationBy => ({ userName: actor.username, requestId, at });

export const noDataset = (): DomainError => new DomainError("not_found", "there is no such dataset");

/** Its owner or an administrator; everybody who may call may know that it exists. */
export const lockToChange = async (tx: Tx, { actor }: DatasetBy, id: string): Promise<DatasetRow> => {
  const row = await lockDataset(tx, id);
  if (!row) throw noDataset();
  if (row.owner_id !== actor.userId && !allows(actor, { permission: "ADMIN_MANAGE_R" })) {
    throw new DomainError("not_allowed", "only the owner of this dataset or an administrator may change it");
  }
  return row;
};
