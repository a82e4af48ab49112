export { type CspViolations, collectCspViolations } from "./csp-violations/collect-csp-violations.ts";
export { systemHandlers } from "./system.routes.ts";
export { runChecks } from "./verifying/run-checks.ts";
export { objectsCheck } from "./verifying/verify-objects.ts";
