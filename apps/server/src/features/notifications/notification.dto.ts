import { type Notification, notification } from "@dailies/contract";
import type { NotificationRow } from "./notification.store.ts";

/** The details of each kind were stored as the contract names them. */
export const toNotification = (row: NotificationRow): Notification =>
  notification.parse({
    id: Number(row.id),
    kind: row.kind,
    created_at: row.created_at.toISOString(),
    is_read: row.is_read,
    ...(row.task_id !== null && { task: { id: row.task_id, name: row.task_name, kind: row.task_kind } }),
    ...row.details,
  });
