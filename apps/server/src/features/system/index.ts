export { systemHandlers } from "./system.routes.ts";
