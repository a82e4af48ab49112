import type { DECIDED_REQUESTS } from "@dailies/contract";
import type { Tx } from "../../platform/db/database.ts";
import { announceNotifications } from "../events/index.ts";
import {
  findUserIdNamed,
  type InsertedNotification,
  insertNotifications,
  isToldOfReturn,
  type Notice,
} from "./notification.store.ts";

/**
 * Notifies users on commit, each once per event, and their open pages with it. Call it in the transaction of the act.
 * Returns the new notifications.
 */
export const notifyUsers = async (
  tx: Tx,
  userIds: readonly string[],
  notice: Notice,
): Promise<readonly InsertedNotification[]> => {
  if (userIds.length === 0) return [];
  const inserted = await insertNotifications(tx, userIds, notice);
  await announceNotifications(
    tx,
    inserted.map(({ userId }) => userId),
  );
  return inserted;
};

interface DecidedRequest {
  readonly id: string;
  readonly what: (typeof DECIDED_REQUESTS)[number];
  readonly decision: "approved" | "rejected";
  /** User names. */
  readonly requestedBy: string;
  readonly decidedBy: string;
  readonly at: Date;
}

/** Tells the requester what a second person decided. Whoever withdraws their own request knows already. */
export const notifyRequester = async (
  tx: Tx,
  { id, what, decision, requestedBy, decidedBy, at }: DecidedRequest,
): Promise<void> => {
  const requester = await findUserIdNamed(tx, requestedBy);
  if (requester === undefined || requestedBy.toLowerCase() === decidedBy.toLowerCase()) return;
  const details = { what, decision, by: decidedBy };
  await notifyUsers(tx, [requester], { eventKey: `request_decided:${id}`, kind: "request_decided", details, at });
};

/**
 * Tells a labeller that a reviewer returned labels: once per label task until the notification is read. The transaction
 * holds the lock of the labeller in the task.
 */
export const notifyLabelAuthor = async (
  tx: Tx,
  { authorId, labelTaskId, at }: { readonly authorId: string; readonly labelTaskId: string; readonly at: Date },
): Promise<void> => {
  if (await isToldOfReturn(tx, authorId, labelTaskId)) return;
  const eventKey = `label_returned:${labelTaskId}:${at.getTime()}`;
  await notifyUsers(tx, [authorId], { eventKey, kind: "label_returned", labelTaskId, at });
};
