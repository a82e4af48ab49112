export {
  announceCells,
  announceCellsAnew,
  announceJob,
  announceJobs,
  announceNotifications,
  announcePicture,
  announceTask,
} from "./announce.ts";
export type { TaskState } from "./event.rules.ts";
export { eventsHandlers } from "./events.routes.ts";
export type { LiveEvents } from "./events-deps.ts";
export { openLiveEvents } from "./open-live-events.ts";
export { startEventRelay } from "./relay-events.ts";
