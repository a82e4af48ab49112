import type { Db } from "../../../platform/db/database.ts";
import type { Mail, Mailer } from "../../../platform/mail.ts";
import { findUserById } from "../user.store.ts";

const SENTENCES = [
  "The password of your Dailies account was set or changed just now, and your other sessions were ended.",
  "If this was not you, sign in with a one-time code, set a new password and tell your administrator.",
];

const passwordNoticeMail = (to: string): Mail => ({
  to,
  subject: "Your Dailies password was changed",
  text: `${SENTENCES.join("\n\n")}\n`,
  html: [
    '<!doctype html><html lang="en"><body style="font-family:sans-serif;color:#1f2328;line-height:1.5">',
    ...SENTENCES.map((sentence) => `<p>${sentence}</p>`),
    "</body></html>",
  ].join("\n"),
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
