import type { Tx } from "../../platform/db/database.ts";
import { type CallChanged, type CellChanged, callRow, cellsAnewRow, cellsRows, taskRow } from "./event.rules.ts";
import { insertEvents } from "./event-outbox.store.ts";
/**
 * Watchers are told once the transaction commits, and how far the task is goes with it. To be called after the rows
 * were changed, so that their locks put two changes of one cell in the right order.
 */
export const announceCells = (tx: Tx, changes: readonly CellChanged[]): Promise<void> =>
  insertEvents(tx, cellsRows(changes));

/** So many cells of a task changed that watchers shall read again what they show. */
export const announceCellsAnew = (tx: Tx, taskId: string): Promise<void> => insertEvents(tx, [cellsAnewRow(taskId)]);

/** The task's status, revision, progress or spend changed. */
export const announceTask = (tx: Tx, taskId: string): Promise<void> => insertEvents(tx, [taskRow(taskId)]);

export const announceJob = (tx: Tx, change: CallChanged): Promise<void> => announceJobs(tx, [change]);

/** The same for many at once. */
export const announceJobs = (tx: Tx, changes: readonly CallChanged[]): Promise<void> =>
  insertEvents(tx, changes.map(callRow));
