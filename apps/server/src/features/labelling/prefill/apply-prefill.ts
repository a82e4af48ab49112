import { DomainError } from "../../../errors.ts";
import { findPrefill } from "./prefill.store.ts";
import { markPrefillCleared } from "./prefill-clearing.store.ts";
import { applyNextRange, deleteSomeRows, finishPrefill } from "./prefill-row.store.ts";
import type { PrefillDeps } from "./stage-prefill.ts";

/**
 * Compares the items of the task with the lines of the file, range by range, and prefills those that nobody has labelled or
 * holds. A retry goes on after the last range.
 */
export const applyPrefill = async ({ db, clock }: PrefillDeps, id: string, signal: AbortSignal): Promise<void> => {
  const file = await findPrefill(db, id);
  if (file?.status !== "Running") return;
  if (file.rowsRead + file.rowsWrong === 0) throw new DomainError("invalid", "the file has no lines with values");
  for (;;) {
    signal.throwIfAborted();
    const range = await applyNextRange(db, id);
    if (range === "closed") throw new DomainError("conflict", "the task was closed or deleted meanwhile");
    if (range === "over") return;
    if (range === "all") return finishPrefill(db, id, clock(), signal);
  }
};

const ROWS = 10_000;
/** One request to storage. */
const OBJECTS = 1_000;

/** Removes the lines and the uploaded file of a work that is over, or the clips that a killed worker left. */
export const clearPrefill = async (
  { db, clock, storage }: PrefillDeps,
  { id, objectKey }: { readonly id: string; readonly objectKey: string },
  signal: AbortSignal,
): Promise<void> => {
  while ((await deleteSomeRows(db, id, ROWS)) === ROWS) signal.throwIfAborted();
  for (let isMore = true; isMore; ) {
    signal.throwIfAborted();
    const found = await storage.listObjects(objectKey, { limit: OBJECTS });
    if (found.length > 0) await storage.deleteObjects(found.map(({ key }) => key));
    isMore = found.length === OBJECTS;
  }
  await markPrefillCleared(db, id, clock());
};
