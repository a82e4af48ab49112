import type { Db } from "../../../platform/db/database.ts";
import { type Mail, type Mailer, noticeMail } from "../../../platform/mail.ts";
import { findUserById } from "../user.store.ts";

const passwordNoticeMail = (to: string): Mail =>
  noticeMail({
    to,
    subject: "Your Dailies password was changed",
    sentences: [
      "The password of your Dailies account was set or changed just now, and your other sessions were ended.",
      "If this was not you, sign in with a one-time code, set a new password and tell your administrator.",
    ],
  });

export interface SendPasswordNoticeInput {
  readonly userId: string;
  readonly requestId: string;
}

export const sendPasswordNoticeActivities = ({ db, mailer }: { db: Db; mailer: Pick<Mailer, "send"> }) => ({
  async sendPasswordNotice({ userId }: SendPasswordNoticeInput): Promise<void> {
    const user = await findUserById(db, userId);
    if (user) await mailer.send(passwordNoticeMail(user.email));
  },
});

export type SendPasswordNoticeActivities = ReturnType<typeof sendPasswordNoticeActivities>;
