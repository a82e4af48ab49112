import {
  MAX_PROCESSING_ITEMS,
  PROCESSING_TEMPLATE_SPECS,
  type ProcessingEstimate,
  type ProcessingTemplate,
} from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { answerInTime, countPackable, findView } from "../../datasets/index.ts";
import { partItemsOf } from "../processing.rules.ts";
import type { ProcessingDeps } from "../processing-deps.ts";
import { readThroughput } from "../records/run.store.ts";

/** Counts in the replica: nothing of the source is read. */
export const estimateProcessing = async (
  { db, items }: Pick<ProcessingDeps, "db" | "items">,
  { viewId, template }: { readonly viewId: string; readonly template: ProcessingTemplate },
  gone: AbortSignal,
): Promise<ProcessingEstimate> => {
  const view = await findView(db, viewId);
  if (!view) throw new DomainError("not_found", "there is no such view");
  const rules = {
    needsMedia: PROCESSING_TEMPLATE_SPECS[template].readsClips,
    needsCaption: false,
    shortestS: 0,
    smallestPx: 0,
    largestBytes: Number.MAX_SAFE_INTEGER,
    framingBytes: 0,
    columns: [],
  };
  const query = { ...view.query, version: view.version };
  const counted = await answerInTime(gone, (signal) => countPackable(items, view.datasetId, query, rules, signal));
  const kept = counted.find(({ reason }) => reason === null);
  const wanted = kept?.items ?? 0;
  if (wanted > MAX_PROCESSING_ITEMS)
    throw new DomainError("invalid", `at most ${MAX_PROCESSING_ITEMS} items can be processed in one run`);
  const rate = await readThroughput(db, template);
  return {
    items: wanted,
    left_out: counted.reduce((sum, each) => sum + each.items, 0) - wanted,
    bytes: rules.needsMedia ? (kept?.bytes ?? 0) : 0,
    parts: Math.ceil(wanted / partItemsOf(view.items)),
    seconds: rate === undefined ? null : Math.round(wanted / rate),
  };
};
