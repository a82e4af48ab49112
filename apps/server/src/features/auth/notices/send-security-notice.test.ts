import { describe, expect, it } from "vitest";
import type { Mail } from "../../../platform/mail.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { SECURITY_CHANGES, type SecurityChange } from "./security-notice-mail.ts";
import { sendSecurityNoticeActivities } from "./send-security-notice.activities.ts";

const database = testDatabase();

describe("the notice of a changed sign-in", () => {
  it.each(Object.keys(SECURITY_CHANGES) as SecurityChange[])(
    "of the kind %s goes to the user's own address and contains no secret",
    async (what) => {
      const { db } = database.current;
      const user = await aUser(db);
      const sent: Mail[] = [];
      const mailer = { send: async (mail: Mail) => void sent.push(mail) };
      await sendSecurityNoticeActivities({ db, mailer }).sendSecurityNotice({ userId: user.id, what });
      expect(sent).toMatchObject([{ to: user.email }]);
      expect(sent[0]?.text).toContain(SECURITY_CHANGES[what]);
    },
  );
});
