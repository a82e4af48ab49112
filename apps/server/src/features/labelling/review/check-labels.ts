import { checkLabelValues, type LabelCheckQueue, type LabelField, type LabelValues } from "@dailies/contract";
import { InvalidRequest } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { leaseRefusals } from "../../leases/index.ts";
import { listCheckCounts } from "./label-checks.store.ts";

/** Maps a refused operation to an error message for the reviewer or the adjudicator. */
export const refusedCheck = leaseRefusals({
  no_task: ["not_found", "there is no such label task"],
  no_item: ["not_found", "this item has no labels to adjudicate"],
  no_review: ["not_found", "this label no longer waits for a review"],
  no_label: ["not_found", "there is no such label of this item"],
  lost: ["conflict", "this was given to somebody else, since nobody kept it in hand"],
  held: ["conflict", "somebody else adjudicates this item now"],
  decided: ["conflict", "this label was reviewed already"],
  withdrawn: ["conflict", "this label was undone by its author meanwhile"],
  changed: ["conflict", "this label was changed meanwhile: look at it again"],
  Draft: ["conflict", "this task is not open yet"],
  Filling: ["conflict", "this task is not open yet"],
  Failed: ["conflict", "this task is not open yet"],
  Closed: ["conflict", "this task is closed; its labels are not reviewed any more"],
});

/** Refuses values that the form of the task would not accept. */
export const requireLabelValues = (
  { fields, duration_us }: { readonly fields: readonly LabelField[]; readonly duration_us: number | null },
  given: LabelValues,
): LabelValues => {
  const { values, faults } = checkLabelValues(fields, given, duration_us);
  const issues = faults.map(({ key, path, message }) => ({ path: ["values", key, ...path], message }));
  if (issues.length > 0) throw new InvalidRequest("body", issues);
  return values;
};

/** What is left, and why nothing was claimed. */
export const readCheckQueue = async (
  db: Db,
  taskId: string,
  { kind, hasItems }: { readonly kind: "reviews" | "adjudications"; readonly hasItems: boolean },
): Promise<LabelCheckQueue> => {
  const [row] = await listCheckCounts(db, [taskId]);
  if (!row) throw refusedCheck("no_task");
  const checks = { reviews: row.reviews, adjudications: row.adjudications };
  if (hasItems) return { state: "working", checks };
  if (kind === "reviews" && row.status === "Closed") return { state: "closed", checks };
  return { state: checks[kind] > 0 ? "waiting" : "done", checks };
};
