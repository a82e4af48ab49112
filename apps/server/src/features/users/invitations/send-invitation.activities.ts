import type { Db } from "../../../platform/db/database.ts";
import type { Mailer } from "../../../platform/mail.ts";
import { findUser } from "../users.store.ts";
import { invitationMail } from "./invitation-mail.ts";

export interface SendInvitationInput {
  readonly userId: string;
  readonly requestId: string;
}

export interface SendInvitationDeps {
  readonly db: Db;
  readonly mailer: Pick<Mailer, "send">;
  readonly publicOrigin: string;
}

export const sendInvitationActivities = ({ db, mailer, publicOrigin }: SendInvitationDeps) => ({
  /** Skipped when the user no longer needs it at the time of sending. */
  async sendInvitation({ userId }: SendInvitationInput): Promise<void> {
    const user = await findUser(db, userId);
    if (user?.isEnabled && !user.isPasswordSet) await mailer.send(invitationMail(user, publicOrigin));
  },
});

export type SendInvitationActivities = ReturnType<typeof sendInvitationActivities>;
