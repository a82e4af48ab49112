import type { PlanItem } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { listCancellations } from "../cancellations/cancellation.store.ts";
import { toPlan } from "../credit.dto.ts";
import type { PlanRow } from "./reported-records.store.ts";

/** The plans of a page, each with what its provider knows of a cancellation. */
export const readPlans = async (
  { db, isStripeConfigured }: { readonly db: Db; readonly isStripeConfigured: boolean },
  rows: readonly PlanRow[],
): Promise<PlanItem[]> => {
  const cancellations = await listCancellations(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toPlan(row, { cancellation: cancellations.get(row.id), isStripeConfigured }));
};
