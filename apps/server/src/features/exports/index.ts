export { exportFiles } from "./export.store.ts";
export { exportsHandlers } from "./exports.routes.ts";
