import {
  type LabelField,
  type LabelValues,
  type PrefillColumn,
  parseLabelValue,
  prefillScore,
} from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import { type ItemsDeps, type StreamedClip, type StreamedItem, streamItems } from "../../datasets/index.ts";
import { listGroupMemberIds, listLabelGroups } from "../tasks/group.store.ts";
import { notifyLabellers } from "../tasks/notify-labellers.ts";
import { listAskedIds } from "../tasks/person.store.ts";
import { copyDisagreements } from "./copy-disagreements.ts";
import {
  appendItems,
  type FillingTask,
  findTaskToFill,
  finishFilling,
  type NewLabelClip,
  type NewLabelItem,
} from "./label-item.store.ts";

export interface FillDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly replicas: ItemsDeps["replicas"];
}

/** Rows of one transaction. */
const BATCH = 5_000;
const MICROSECONDS = 1_000_000;
const MAX_EXAMPLES = 20;

/**
 * Reads the items of a task and appends them in batches, each exactly once: a batch is appended only if the task has as many
 * items as it had when the batch was read. So a retry, or a worker that was thought dead, adds nothing twice.
 */
export const fillItems = async (deps: FillDeps, taskId: string, signal: AbortSignal): Promise<void> => {
  const task = await findTaskToFill(deps.db, taskId, ["Filling"]);
  if (!task) return;
  const filled = task.fromTaskId === null ? await readItems(deps, task, signal) : await copyItems(deps, task, signal);
  if (!filled) return;
  const { total, missing } = filled;
  if (total === 0) throw new DomainError("invalid", "no item of the dataset matches: this task would be empty");
  const at = deps.clock();
  await deps.db.transaction().execute(async (tx) => {
    const ownerId = await finishFilling(tx, taskId, { total, missing, at });
    if (ownerId === undefined) return;
    const codes = (await listLabelGroups(tx, taskId)).map(({ code }) => code);
    const asked = new Set([...(await listAskedIds(tx, taskId)), ...(await listGroupMemberIds(tx, codes))]);
    asked.delete(ownerId);
    await notifyLabellers(tx, { taskId, userIds: [...asked], at });
  });
};

interface Filled {
  readonly total: number;
  readonly missing: { readonly count: number; readonly examples: readonly string[] };
}

/** Undefined when another worker goes on with it, or when the task is no longer being filled. */
const readItems = async (deps: FillDeps, task: FillingTask, signal: AbortSignal): Promise<Filled | undefined> => {
  const { batches, missingKeys, unpaired } = await streamItems(deps, streamOf(task), signal);
  let total = task.itemsTotal;
  for await (const read of batches) {
    const items = read.map((item) => toNewItem(item, task));
    for (let at = 0; at < items.length; at += BATCH) {
      signal.throwIfAborted();
      const batch = items.slice(at, at + BATCH);
      const isAppended = await appendItems(deps.db, task, { after: total, items: batch, at: deps.clock() });
      if (!isAppended) return undefined;
      total += batch.length;
    }
  }
  const missing = { count: missingKeys.length + unpaired, examples: missingKeys.slice(0, MAX_EXAMPLES) };
  return { total, missing };
};

const copyItems = async (deps: FillDeps, task: FillingTask, signal: AbortSignal): Promise<Filled | undefined> => {
  const total = await copyDisagreements(deps, task, signal);
  return total === undefined ? undefined : { total, missing: { count: 0, examples: [] } };
};

const streamOf = (task: FillingTask) => ({
  datasetId: task.datasetId,
  version: task.datasetVersion,
  isRandom: task.isRandom,
  seed: task.seed,
  columns: columnsOf(task),
  offset: task.itemsTotal,
  source: task.keys
    ? { keys: task.keys, otherKeys: task.otherKeys }
    : { query: task.query, orderBy: task.orderBy, drawCount: task.drawCount, pairColumn: task.pairColumn },
});

/** The columns whose values the items start with. */
export const columnsOf = ({ prefill, scoreColumn }: FillingTask): string[] => [
  ...new Set([...prefill.map(({ column }) => column), ...(scoreColumn === null ? [] : [scoreColumn])]),
];

export const toNewItem = (
  item: StreamedItem,
  { fields, prefill, scoreColumn }: Pick<FillingTask, "fields" | "prefill" | "scoreColumn">,
): NewLabelItem => {
  const filled = prefillOf(item, fields, prefill);
  return {
    ...toClip(item),
    prefill: filled,
    score: filled && scoreOf(item, scoreColumn),
    other: item.other && toClip(item.other),
  };
};

/** A value that is no score is left out, like any other that cannot be used. */
const scoreOf = ({ values }: StreamedItem, scoreColumn: string | null): number | null =>
  scoreColumn === null ? null : (prefillScore.safeParse(values[scoreColumn]).data ?? null);

const toClip = (clip: StreamedClip): NewLabelClip => ({
  key: clip.key,
  ordinal: clip.ordinal,
  mediaType: clip.mediaType,
  durationUs: clip.durationS === null ? null : Math.round(clip.durationS * MICROSECONDS),
  fps: clip.fps,
  frames: clip.frames === null ? null : Math.round(clip.frames),
});

/** Values that the field would not accept are left out, so that nobody has to clear them. */
const prefillOf = (
  { values }: StreamedItem,
  fields: readonly LabelField[],
  prefill: readonly PrefillColumn[],
): LabelValues | null => {
  const filled: LabelValues = {};
  for (const { field: key, column } of prefill) {
    const field = fields.find((each) => each.key === key);
    const value = values[column];
    if (!field || value === null || value === undefined || value === "") continue;
    const parsed = parseLabelValue(field, value, null);
    if ("value" in parsed) filled[key] = parsed.value;
  }
  return Object.keys(filled).length > 0 ? filled : null;
};
