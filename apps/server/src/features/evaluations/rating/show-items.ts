import type { EvaluationItem } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { type AskedTemplate, readAskedTemplate } from "../planning/asked-template.ts";
import { type ItemInHand, listItemsInHand } from "./item.store.ts";

const mediaUrl = (leaseId: string, slot: "A" | "B"): string => `/api_v1/evaluating/media/${leaseId}/${slot}`;

const toItem = (item: ItemInHand, { instructions, questions }: AskedTemplate): EvaluationItem => {
  const slots = item.isPair ? (["A", "B"] as const) : (["A"] as const);
  return {
    lease_id: item.leaseId,
    task_id: item.taskId,
    kind: item.isPair ? "pairwise" : "rating",
    prompt: item.inputs,
    slots: slots.map((slot) => ({ slot, media_url: mediaUrl(item.leaseId, slot), fps: item.fps })),
    questions: [...questions],
    instructions,
    lease_until: item.leaseUntil.toISOString(),
    draft: item.draft,
    draft_saved_at: item.draftSavedAt?.toISOString() ?? null,
  };
};

/** The leased items, reduced to what a rater may know. */
export const showItems = async (db: Db, leaseIds: readonly string[], raterId: string): Promise<EvaluationItem[]> => {
  if (leaseIds.length === 0) return [];
  const items = await listItemsInHand(db, leaseIds, raterId);
  return Promise.all(items.map(async (item) => toItem(item, await readAskedTemplate(db, item))));
};
