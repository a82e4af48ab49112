export { systemHandlers } from "./system.routes.ts";
export { runChecks } from "./verifying/run-checks.ts";
export { objectsCheck } from "./verifying/verify-objects.ts";
