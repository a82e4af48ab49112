export { deliverSignInCode } from "./features/auth/deliver-sign-in-code.workflow.ts";
export { sendPasswordNotice } from "./features/auth/send-password-notice.workflow.ts";
export { sweepSignIns } from "./features/auth/sweep-sign-ins.workflow.ts";
