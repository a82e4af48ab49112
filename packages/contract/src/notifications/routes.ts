import { z } from "zod";
import { APPROVAL_KINDS } from "../approvals/routes.ts";
import { defineRoutes, moment, nonNegativeInt, positiveInt, uuid } from "../kit.ts";
import { wholeNumber } from "../lists.ts";
import { TASK_KINDS } from "../tasks/routes.ts";

/** The languages of the console, in which mails are written too. */
export const NOTIFICATION_LANGUAGES = ["en", "zh"] as const;
/** What a request for a second person was about. */
export const DECIDED_REQUESTS = ["grant", ...APPROVAL_KINDS] as const;
const MAX_NOTIFICATIONS_LISTED = 50;

const common = { id: positiveInt, created_at: moment, is_read: z.boolean() };
const aboutTask = { ...common, task: z.object({ id: uuid, name: z.string(), kind: z.enum(TASK_KINDS) }) };

/** You were asked to judge, and judging is open. Like the queue of a rater it names the task and nothing else. */
export const judgingOpened = z.object({ kind: z.literal("judging_opened"), ...aboutTask });
/** You were asked to label, and labelling is open. Like the list of a labeller it names the task and nothing else. */
export const labellingAsked = z.object({
  kind: z.literal("labelling_asked"),
  ...common,
  label_task: z.object({ id: uuid, name: z.string() }),
});
export const memberAdded = z.object({ kind: z.literal("member_added"), ...aboutTask, by: z.string() });
/** Nothing of your benchmark is being generated any more. */
export const generationFinished = z.object({
  kind: z.literal("generation_finished"),
  ...aboutTask,
  /** Cells of the benchmark at that time. */
  succeeded: nonNegativeInt,
  failed: nonNegativeInt,
});
export const boardShared = z.object({ kind: z.literal("board_shared"), ...aboutTask, by: z.string() });
/** A second person decided about your request. */
export const requestDecided = z.object({
  kind: z.literal("request_decided"),
  ...common,
  what: z.enum(DECIDED_REQUESTS),
  decision: z.enum(["approved", "rejected"]),
  by: z.string(),
});
/** A reviewer returned labels of yours. Names the label task and no person. */
export const labelReturned = z.object({
  kind: z.literal("label_returned"),
  ...common,
  label_task: z.object({ id: uuid, name: z.string() }),
});

export const notification = z.discriminatedUnion("kind", [
  judgingOpened,
  labellingAsked,
  memberAdded,
  generationFinished,
  boardShared,
  requestDecided,
  labelReturned,
]);
export type Notification = z.output<typeof notification>;

export const notificationSettings = z.strictObject({
  /** Whether the user gets a mail when somebody asks them to judge. */
  is_mailed: z.boolean(),
  language: z.enum(NOTIFICATION_LANGUAGES),
});
export type NotificationSettings = z.output<typeof notificationSettings>;

export const notificationSummary = z.object({
  unread: nonNegativeInt,
  is_mailed: z.boolean(),
  /** Null until the console has told the server. */
  language: z.enum(NOTIFICATION_LANGUAGES).nullable(),
});
export type NotificationSummary = z.output<typeof notificationSummary>;

export const notificationsRoutes = defineRoutes({
  getNotificationSummary: {
    method: "GET",
    path: "/api_v1/notification/summary",
    access: "signed-in",
    summary: "Count your unread notifications, and read your settings",
    reply: notificationSummary,
  },
  listNotifications: {
    method: "GET",
    path: "/api_v1/notification/list",
    access: "signed-in",
    summary: "List your notifications, newest first",
    query: z.object({
      limit: wholeNumber(20, 1, MAX_NOTIFICATIONS_LISTED),
      /** The id of the last notification of the page before. */
      before: z.coerce.number<string | number>().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    reply: z.object({
      items: z.array(notification),
      /** For `before`; null when there are no older ones. */
      next_before: positiveInt.nullable(),
    }),
  },
  markNotificationsRead: {
    method: "POST",
    path: "/api_v1/notification/read",
    access: "signed-in",
    summary: "Mark your notifications up to one as read, so that those that arrived meanwhile stay unread",
    body: z.strictObject({ up_to: positiveInt }),
    reply: notificationSummary,
  },
  changeNotificationSettings: {
    method: "POST",
    path: "/api_v1/notification/settings",
    access: "signed-in",
    summary: "Turn mails on or off, and choose their language",
    body: notificationSettings,
    reply: notificationSummary,
  },
});
