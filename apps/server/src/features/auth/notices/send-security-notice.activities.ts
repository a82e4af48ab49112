import type { Db } from "../../../platform/db/database.ts";
import type { Mailer } from "../../../platform/mail.ts";
import { findUserById } from "../user.store.ts";
import { type SecurityChange, securityNoticeMail } from "./security-notice-mail.ts";

export interface SendSecurityNoticeInput {
  readonly userId: string;
  readonly what: SecurityChange;
}

export const sendSecurityNoticeActivities = ({ db, mailer }: { db: Db; mailer: Pick<Mailer, "send"> }) => ({
  async sendSecurityNotice({ userId, what }: SendSecurityNoticeInput): Promise<void> {
    const user = await findUserById(db, userId);
    if (user) await mailer.send(securityNoticeMail(user.email, what));
  },
});

export type SendSecurityNoticeActivities = ReturnType<typeof sendSecurityNoticeActivities>;
