export { exportsHandlers } from "./exports.routes.ts";
