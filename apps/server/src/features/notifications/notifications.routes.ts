// Notifications of the signed-in user: the list behind the bell of the frame, and whether mails are sent. Ours: the
// specification has none.
import { type Notification, notification, type notificationsRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { Db } from "../../platform/db/database.ts";
import { announceNotifications } from "../events/index.ts";
import {
  getSummary,
  listNotificationRows,
  markRead,
  type NotificationRow,
  saveSettings,
} from "./notification.store.ts";

/** The details of each kind were stored as the contract names them. */
const toNotification = (row: NotificationRow): Notification =>
  notification.parse({
    id: Number(row.id),
    kind: row.kind,
    created_at: row.created_at.toISOString(),
    is_read: row.is_read,
    ...(row.task_id !== null && { task: { id: row.task_id, name: row.task_name, kind: row.task_kind } }),
    ...(row.label_task_id !== null && { label_task: { id: row.label_task_id, name: row.label_task_name } }),
    ...row.details,
  });

export const notificationsHandlers = ({ db }: { readonly db: Db }): Handlers<typeof notificationsRoutes> => ({
  getNotificationSummary: ({ actor }) => getSummary(db, actor.userId),
  async listNotifications({ actor, query: { before, limit } }) {
    const rows = await listNotificationRows(db, actor.userId, { before, limit: limit + 1 });
    const items = rows.slice(0, limit).map(toNotification);
    return { items, next_before: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
  },
  async markNotificationsRead({ actor: { userId }, body, context }) {
    await db.transaction().execute(async (tx) => {
      // The other tabs and devices of the user show the count too.
      if (await markRead(tx, userId, body.up_to, context.at)) await announceNotifications(tx, [userId]);
    });
    return getSummary(db, userId);
  },
  async changeNotificationSettings({ actor, body }) {
    await saveSettings(db, actor.userId, body);
    return getSummary(db, actor.userId);
  },
});
