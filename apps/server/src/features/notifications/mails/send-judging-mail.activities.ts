import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { Mailer } from "../../../platform/mail.ts";
import { judgingMail } from "./judging-mail.ts";
import { findDueMail, markMailed } from "./mail.store.ts";

export interface SendJudgingMailInput {
  readonly notificationId: string;
  readonly requestId: string;
}

export interface SendJudgingMailDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly mailer: Pick<Mailer, "send">;
  readonly publicOrigin: string;
}

export const sendJudgingMailActivities = ({ db, clock, mailer, publicOrigin }: SendJudgingMailDeps) => ({
  /** Skipped when it was sent before, when the user wants no mails, or when nobody waits for their judgements any more. */
  async sendJudgingMail({ notificationId }: SendJudgingMailInput): Promise<void> {
    const due = await findDueMail(db, notificationId);
    if (!due) return;
    await mailer.send(judgingMail(due, publicOrigin));
    await markMailed(db, notificationId, clock());
  },
});

export type SendJudgingMailActivities = ReturnType<typeof sendJudgingMailActivities>;
