export { signIn } from "./console-client.ts";
export { demoHandlers } from "./demo.routes.ts";
export { JUDGES, OWNER } from "./demo-plan.ts";
export { askToRemoveDemo, makeDemo } from "./make-demo.ts";
