import type { Db } from "../../../platform/db/database.ts";
import type { Mailer } from "../../../platform/mail.ts";
import { findUserById } from "../user.store.ts";
import { passwordNoticeMail } from "./password-notice-mail.ts";

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
