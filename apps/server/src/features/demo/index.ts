export { signIn } from "./console-client.ts";
export { demoHandlers } from "./demo.routes.ts";
export { askToRemoveDemo, makeDemo } from "./make-demo.ts";
