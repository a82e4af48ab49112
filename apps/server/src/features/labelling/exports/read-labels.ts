import type { Db } from "../../../platform/db/database.ts";
import { type ExportedLabelRow, type LabelPosition, listLabelsAt } from "./labels-at.store.ts";

/** An item with the labels that it had at one time; at least one. */
export interface LabelledItem {
  readonly seq: number;
  readonly itemKey: string;
  readonly ordinal: number;
  /** The second clip of an item of two. */
  readonly other: { readonly key: string; readonly ordinal: number } | null;
  readonly mediaType: string | null;
  readonly fps: number | null;
  readonly durationUs: number | null;
  readonly labels: readonly ExportedLabelRow[];
}

/** What is read of a task, and when. */
export interface LabelsQuery {
  readonly taskId: string;
  readonly asOf: Date;
}

const BATCH = 2_000;
const BEFORE_ALL: LabelPosition = { seq: 0, user_id: "00000000-0000-0000-0000-000000000000" };

/** Reads all labels in batches, by a keyset: the memory does not depend on the size of the task. */
export async function* readLabels(
  db: Db,
  { taskId, asOf }: LabelsQuery,
  signal: AbortSignal,
): AsyncGenerator<LabelledItem[]> {
  let after = BEFORE_ALL;
  // The labels of an item may continue in the next batch.
  let open: ExportedLabelRow[] = [];
  for (;;) {
    signal.throwIfAborted();
    const rows = await listLabelsAt(db, taskId, { at: asOf, after, limit: BATCH });
    const last = rows.at(-1);
    if (!last) break;
    after = last;
    const labels = [...open, ...rows.filter(({ is_undone }) => !is_undone)];
    open = labels.filter(({ seq }) => seq === last.seq);
    yield groupByItem(labels.filter(({ seq }) => seq !== last.seq));
  }
  yield groupByItem(open);
}

const groupByItem = (labels: readonly ExportedLabelRow[]): LabelledItem[] =>
  [...Map.groupBy(labels, ({ seq }) => seq).values()].flatMap((ofItem) => {
    const [first] = ofItem;
    if (!first) return [];
    const { seq, item_key: itemKey, ordinal, media_type: mediaType, fps, duration_us: durationUs } = first;
    const { other_key: key, other_ordinal: otherOrdinal } = first;
    const other = key === null || otherOrdinal === null ? null : { key, ordinal: otherOrdinal };
    return [{ seq, itemKey, ordinal, other, mediaType, fps, durationUs, labels: ofItem }];
  });
