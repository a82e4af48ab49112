import { type SendInvitationDeps, sendInvitationActivities } from "./invitations/send-invitation.activities.ts";

/** Everything the worker does for this feature. */
export const usersActivities = (deps: SendInvitationDeps) => sendInvitationActivities(deps);
