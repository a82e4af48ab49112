import type { Tx } from "../../platform/db/database.ts";
import {
  type CallChanged,
  type CellChanged,
  callRow,
  cellsAnewRow,
  cellsRows,
  notificationRow,
  type PackageChanged,
  type PictureChanged,
  packageRow,
  pictureRow,
  taskRow,
} from "./event.rules.ts";
import { insertEvents } from "./event-outbox.store.ts";
/**
 * Notifies watchers on commit, together with the task's progress. Call it after the rows were changed: their locks then
 * order two changes of the same cell.
 */
export const announceCells = (tx: Tx, changes: readonly CellChanged[]): Promise<void> =>
  insertEvents(tx, cellsRows(changes));

/** Too many cells of a task changed to list them; watchers refetch what they show. */
export const announceCellsAnew = (tx: Tx, taskId: string): Promise<void> => insertEvents(tx, [cellsAnewRow(taskId)]);

/** The task's status, revision, progress or spend changed. */
export const announceTask = (tx: Tx, taskId: string): Promise<void> => insertEvents(tx, [taskRow(taskId)]);

export const announceJob = (tx: Tx, change: CallChanged): Promise<void> => announceJobs(tx, [change]);

/** The same for many jobs at once. */
export const announceJobs = (tx: Tx, changes: readonly CallChanged[]): Promise<void> =>
  insertEvents(tx, changes.map(callRow));

/** A poster or sprite of a dataset was rendered, or could not be. */
export const announcePicture = (tx: Tx, change: PictureChanged): Promise<void> =>
  insertEvents(tx, [pictureRow(change)]);

/** A package was made, or is further than before. */
export const announcePackage = (tx: Tx, change: PackageChanged): Promise<void> =>
  insertEvents(tx, [packageRow(change)]);

/** The notifications of these users changed; thousands at once in one statement. */
export const announceNotifications = (tx: Tx, userIds: readonly string[]): Promise<void> =>
  insertEvents(tx, userIds.map(notificationRow));
