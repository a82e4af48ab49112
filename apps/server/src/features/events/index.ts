export {
  announceCells,
  announceCellsAnew,
  announceJob,
  announceJobs,
  announceNotifications,
  announcePackage,
  announcePicture,
  announceTask,
} from "./announce.ts";
export { SseConnection } from "./connection.ts";
export { ConnectionMonitor, type ReadActors } from "./connection-monitor.ts";
export { clusterLogTopic, type PackageChanged, type TaskState } from "./event.rules.ts";
export { eventsHandlers } from "./events.routes.ts";
export type { LiveEvents } from "./events-deps.ts";
export { openLiveEvents } from "./open-live-events.ts";
export { startEventRelay } from "./relay-events.ts";
