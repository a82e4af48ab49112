import type { LabelCheckQueue } from "@dailies/contract";
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
