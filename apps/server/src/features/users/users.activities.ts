import { type SendInvitationDeps, sendInvitationActivities } from "./invitations/send-invitation.activities.ts";

export const usersActivities = (deps: SendInvitationDeps) => sendInvitationActivities(deps);
