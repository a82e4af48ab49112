import { sweepSignInsActivities } from "./cleanup/sweep-sign-ins.activities.ts";
import { type DeliverSignInCodeDeps, deliverSignInCodeActivities } from "./codes/deliver-sign-in-code.activities.ts";
import { sendSecurityNoticeActivities } from "./notices/send-security-notice.activities.ts";
import { sendPasswordNoticeActivities } from "./passwords/send-password-notice.activities.ts";

/** All activities of this feature. */
export const authActivities = (deps: DeliverSignInCodeDeps) => ({
  ...deliverSignInCodeActivities(deps),
  ...sendPasswordNoticeActivities(deps),
  ...sendSecurityNoticeActivities(deps),
  ...sweepSignInsActivities(deps),
});
