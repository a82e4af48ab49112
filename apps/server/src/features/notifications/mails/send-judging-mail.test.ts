import { describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { anEvaluation } from "../../../testing/builders/an-evaluation.ts";
import { eventually } from "../../../testing/eventually.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { useMailWorker } from "../../../testing/rigs/use-mail-worker.ts";
import { judgingMailWorkflowId } from "./judging-mail.ids.ts";
import { sendJudgingMailActivities } from "./send-judging-mail.activities.ts";

const app = runApp();
const idle = { prepareClips: async () => undefined, startPreparing: async () => undefined };
const { temporal, mailBox, mailsTo } = useMailWorker(() => {
  const { db, clock } = app.current;
  const deps = { db, clock: clock.now, publicOrigin: "https://console.example" };
  return { db, activitiesOf: (mailer) => ({ ...sendJudgingMailActivities({ ...deps, mailer }), ...idle }) };
});

const aRaterIn = async (language: "en" | "zh", isMailed = true): Promise<Caller> => {
  const rater = await aCaller(app.current);
  await rater.post("/api_v1/notification/settings", { is_mailed: isMailed, language });
  return rater;
};

/** Waits until the mail workflow of the rater has ended. */
const sent = async (taskId: string, { id: raterId }: Caller): Promise<void> => {
  const { started_at: startedAt } = await app.current.db
    .selectFrom("evaluation")
    .select("started_at")
    .where("task_id", "=", taskId)
    .executeTakeFirstOrThrow();
  if (!startedAt) throw new Error("judging has not started");
  const workflowId = judgingMailWorkflowId({ taskId, startedAt, raterId });
  const handle = (await temporal.client()).workflow.getHandle(workflowId);
  await eventually(() => handle.describe().catch(() => undefined));
  await handle.result();
};

const decoded = (raw: string): string => {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  return /transfer-encoding: base64/i.test(head)
    ? Buffer.from(body, "base64").toString()
    : Buffer.from(
        body
          .replaceAll("=\r\n", "")
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        "latin1",
      ).toString();
};

describe("the mail to a rater, on the real engines", () => {
  it("says in their language what is asked and where, once, also after a refusal of the mail server", async () => {
    const owner = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
    const [english, chinese] = [await aRaterIn("en"), await aRaterIn("zh")];
    mailBox.refuseNext(1);
    const { id, ask } = await anEvaluation(app.current, owner, { raters: [english, chinese] });
    await ask("raters", { usernames: [english.username, chinese.username] });
    await Promise.all([sent(id, english), sent(id, chinese)]);
    expect([mailsTo(english.email).length, mailsTo(chinese.email).length]).toEqual([1, 1]);
    const text = decoded(mailsTo(english.email)[0]?.raw ?? "");
    expect(text).toContain('You are asked to judge the clips of "Which is better"');
    expect(text).toContain(`https://console.example/#/evaluating?task=${id}`);
    expect(mailsTo(english.email)[0]?.raw).not.toContain("text/html");
    expect(decoded(mailsTo(chinese.email)[0]?.raw ?? "")).toContain("邀请你评审");
  });

  it("is not sent to those who turned mails off", async () => {
    const owner = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
    const rater = await aRaterIn("en", false);
    const { id } = await anEvaluation(app.current, owner, { raters: [rater] });
    await sent(id, rater);
    expect(mailsTo(rater.email)).toEqual([]);
  });
});
