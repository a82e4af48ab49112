export { lineageHandlers } from "./lineage.routes.ts";
export { requireObject } from "./read-lineage.ts";
export { requireUnused } from "./require-unused.ts";
