import type { claimedLabels, LabelItem, LabelQueue, labelMedia, nextLabel } from "@dailies/contract";
import type { z } from "zod";
import type { Db } from "../../../platform/db/database.ts";
import { toWorkCounts } from "../tasks/label-task.dto.ts";
import { claimLabelLeases, type Labeller } from "./label-lease.store.ts";
import {
  type ClipColumns,
  findLabelQueue,
  findOwnWork,
  type LeasedItemRow,
  listLeasedItems,
  type MediaColumns,
} from "./leased-item.store.ts";
import { refusedLabel } from "./refused-label.ts";

const mediaUrl = (leaseId: string): string => `/api_v1/label/work/media/${leaseId}`;

/** Null for an item without media. */
const toLabelMedia = (row: MediaColumns, url: string): z.output<typeof labelMedia> | null =>
  row.media_type === null
    ? null
    : { url, content_type: row.media_type, duration_us: row.duration_us, fps: row.fps, frames: row.frames };

/** One clip, or two: the first, or that on the left, and the other one. */
export const toLabelClips = (
  { other, ...first }: ClipColumns,
  url: string,
  isSwapped = false,
): Pick<LabelItem, "media" | "other_media"> => {
  if (!other) return { media: toLabelMedia(first, url), other_media: null };
  const [left, right] = isSwapped ? [other, first] : [first, other];
  return { media: toLabelMedia(left, url), other_media: toLabelMedia(right, `${url}?clip=B`) };
};

/** External users learn neither the key of an item nor where its clip lies. */
const toItem = ({ isExternal }: Labeller, row: LeasedItemRow): LabelItem => ({
  lease_id: row.lease_id,
  task_id: row.task_id,
  item: isExternal ? row.own_number : row.seq,
  item_key: isExternal ? null : row.item_key,
  ...toLabelClips(row, mediaUrl(row.lease_id), row.is_swapped),
  prefill: row.prefill ?? {},
  prefill_score: row.prefill_score,
  lease_until: row.expires_at.toISOString(),
  draft: row.draft,
  draft_saved_at: row.draft_saved_at?.toISOString() ?? null,
  returned:
    row.returned_at === null || row.returned_note === null
      ? null
      : { note: row.returned_note, at: row.returned_at.toISOString() },
});

export const showLabelItems = async (db: Db, labeller: Labeller, leaseIds: readonly string[]): Promise<LabelItem[]> =>
  (await listLeasedItems(db, leaseIds, labeller.userId)).map((row) => toItem(labeller, row));

/** Others' leases are counted only when nothing was claimed. */
const readQueue = async (db: Db, { userId }: Labeller, taskId: string, hasItems: boolean): Promise<LabelQueue> => {
  const work = await findOwnWork(db, taskId, userId);
  if (!work) throw refusedLabel("no_task");
  const common = { guidelines_version: work.guidelines_version, mine: toWorkCounts(work) };
  const nothing = { leased_by_others: 0, next_free_at: null };
  if (work.status === "Closed" || work.status === "Paused")
    return { ...common, ...nothing, state: work.status === "Closed" ? "closed" : "paused" };
  if (hasItems) return { ...common, ...nothing, state: "working" };
  const { leased_by_others, next_free_at } = await findLabelQueue(db, taskId, userId);
  const state = leased_by_others > 0 ? "waiting" : "done";
  return { ...common, state, leased_by_others, next_free_at: next_free_at?.toISOString() ?? null };
};

const NOT_OPEN: readonly string[] = ["Draft", "Filling", "Failed"];

/** Claims the next items of a task. A task that is paused or closed gives none and says so. */
export const claimLabels = async (
  db: Db,
  labeller: Labeller,
  { taskId, count }: { readonly taskId: string; readonly count: number },
): Promise<z.input<typeof claimedLabels>> => {
  const { outcome, leases } = await claimLabelLeases(db, labeller, { taskId, count });
  // An external user may not know of a task that has never been open.
  if (NOT_OPEN.includes(outcome)) throw refusedLabel(labeller.isExternal ? "no_task" : "not_open");
  if (outcome === "no_task") throw refusedLabel(outcome);
  const items = await showLabelItems(db, labeller, leases);
  return { items, queue: await readQueue(db, labeller, taskId, items.length > 0) };
};

/** The next item after a submission or a skip. */
export const claimNextLabel = async (
  db: Db,
  labeller: Labeller,
  taskId: string,
): Promise<z.input<typeof nextLabel>> => {
  const { items, queue } = await claimLabels(db, labeller, { taskId, count: 1 });
  return { next: items[0] ?? null, queue };
};
