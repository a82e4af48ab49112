import { type DeliverSignInCodeDeps, deliverSignInCodeActivities } from "./deliver-sign-in-code.activities.ts";
import { sendPasswordNoticeActivities } from "./send-password-notice.activities.ts";
import { sweepSignInsActivities } from "./sweep-sign-ins.activities.ts";

/** Everything the worker does for this feature. */
export const authActivities = (deps: DeliverSignInCodeDeps) => ({
  ...deliverSignInCodeActivities(deps),
  ...sendPasswordNoticeActivities(deps),
  ...sweepSignInsActivities(deps),
});
