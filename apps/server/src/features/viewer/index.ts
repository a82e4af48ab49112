export { type OpenedViewer, openViewer } from "./open-viewer.ts";
export { viewerHandlers } from "./viewer.routes.ts";
