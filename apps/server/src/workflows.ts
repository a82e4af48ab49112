export { ingestAsset } from "./features/assets/ingest-asset.workflow.ts";
export { sweepAssets } from "./features/assets/sweep-assets.workflow.ts";
export { deliverSignInCode } from "./features/auth/deliver-sign-in-code.workflow.ts";
export { sendPasswordNotice } from "./features/auth/send-password-notice.workflow.ts";
export { sweepSignIns } from "./features/auth/sweep-sign-ins.workflow.ts";
export { sendInvitation } from "./features/users/send-invitation.workflow.ts";
