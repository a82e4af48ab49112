export { deleteOldNotifications } from "./cleanup/sweep-notifications.store.ts";
export { notificationsHandlers } from "./notifications.routes.ts";
export { notifyRaters } from "./notify-raters.ts";
export { notifyLabelAuthor, notifyRequester, notifyUsers } from "./notify-users.ts";
