import { notificationsRoutes } from "@dailies/contract/notifications/routes";
import { createCalls } from "../calls.ts";

export const notificationsCalls = createCalls(notificationsRoutes);
