import { describe, expect, it } from "vitest";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { newId } from "../../../platform/ids.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { eventually } from "../../../testing/eventually.ts";
import { useMailWorker } from "../../../testing/rigs/use-mail-worker.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { usersActivities } from "../users.activities.ts";
import { invitationStart, invitationWorkflowId } from "./send-invitation.rules.ts";

const database = testDatabase();
const { temporal, mailBox, mailsTo } = useMailWorker(() => {
  const { db } = database.current;
  return { db, activitiesOf: (mailer) => usersActivities({ db, mailer, publicOrigin: "https://console.example" }) };
});

const invite = async (userId: string): Promise<void> => {
  const requestId = `request-${newId()}`;
  await database.current.db.transaction().execute((tx) => enqueueWorkflow(tx, invitationStart(userId, requestId)));
  const handle = (await temporal.client()).workflow.getHandle(invitationWorkflowId(userId, requestId));
  await eventually(() => handle.describe().catch(() => undefined));
  await handle.result();
};
/** Decodes quoted-printable. */
const unfolded = (raw: string): string => raw.replaceAll("=\r\n", "").replaceAll("=3D", "=");

describe("an invitation, on the real engines", () => {
  it("leads to the sign-in page with the address filled in, and names the person safely", async () => {
    const user = await aUser(database.current.db, { email: "new+one@dailies.test", realname: "Eve <b>&" });
    await invite(user.id);
    const [mail, ...more] = mailsTo(user.email);
    expect(more).toEqual([]);
    const text = unfolded(mail?.raw ?? "");
    expect(text).toContain("https://console.example/#/login?email=new%2Bone%40dailies.test");
    expect(text).toContain(`Your username is ${user.username}`);
    expect(text).toContain("Hello Eve &lt;b&gt;&amp;,");
  });

  it("is tried again after a refusal by the mail server", async () => {
    const user = await aUser(database.current.db);
    mailBox.refuseNext(1);
    await invite(user.id);
    expect(mailsTo(user.email)).toHaveLength(1);
  });

  it("is not sent to those who no longer need it", async () => {
    const settled = await aUser(database.current.db, { password: "a long enough passphrase" });
    const disabled = await aUser(database.current.db, { isEnabled: false });
    await Promise.all([settled, disabled, { id: newId() }].map(({ id }) => invite(id)));
    expect([settled, disabled].flatMap(({ email }) => mailsTo(email))).toEqual([]);
  });
});
