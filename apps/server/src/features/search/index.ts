export { searchHandlers } from "./search.routes.ts";
