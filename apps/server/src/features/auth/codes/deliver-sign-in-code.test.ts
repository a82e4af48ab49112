import { setTimeout as sleep } from "node:timers/promises";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../../platform/clock.ts";
import { secretKeysOf } from "../../../platform/crypto/secret-keys.ts";
import { newId } from "../../../platform/ids.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { eventually } from "../../../testing/eventually.ts";
import { codeIn } from "../../../testing/outsiders/mail-box.ts";
import { useMailWorker } from "../../../testing/rigs/use-mail-worker.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { authActivities } from "../auth.activities.ts";
import { enqueueSignInCode } from "./enqueue-sign-in-code.ts";
import { hashSignInCode, signInCodeWorkflowId } from "./sign-in-code.rules.ts";
import { insertSignInCode } from "./sign-in-code.store.ts";

const database = testDatabase();
const secretKeys = secretKeysOf(Buffer.alloc(32, 7));
const { temporal, lines, mailBox, mailsTo } = useMailWorker(() => {
  const { db } = database.current;
  return { db, activitiesOf: (mailer) => authActivities({ db, mailer, secretKeys, clock: systemClock }) };
});

const ask = async (email: string, options: { expiresAt?: Date } = {}): Promise<string> => {
  const id = newId();
  await database.current.db.transaction().execute(async (tx) => {
    const expiresAt = options.expiresAt ?? new Date(Date.now() + 600_000);
    await insertSignInCode(tx, {
      id,
      requestHash: Buffer.from(newId().replaceAll("-", "")),
      email,
      createdAt: new Date(),
      expiresAt,
    });
    await enqueueSignInCode(tx, { codeRequestId: id, requestId: `request-of-${id}` });
  });
  return id;
};
const handleOf = async (id: string) => (await temporal.client()).workflow.getHandle(signInCodeWorkflowId(id));
/** Waits until the outbox relay has started the workflow. */
const finished = async (id: string): Promise<void> => {
  const handle = await handleOf(id);
  await eventually(() => handle.describe().catch(() => undefined));
  await handle.result();
};
const codeHashOf = async (id: string) =>
  (
    await database.current.db
      .selectFrom("sign_in_code")
      .select("code_hash")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).code_hash;

describe("delivering a sign-in code, on the real engines", () => {
  it("mails a code and keeps only its keyed hash", async () => {
    const user = await aUser(database.current.db);
    const id = await ask(user.email.toUpperCase());
    await finished(id);
    const [mail, ...more] = mailsTo(user.email);
    expect(more).toEqual([]);
    const code = mail ? codeIn(mail) : "";
    expect(mail?.raw).toContain("From: Dailies <no-reply@dailies.test>");
    expect(mail?.raw).toContain("valid for 10 minutes");
    expect(/^Subject: .*$/m.exec(mail?.raw ?? "")?.[0]).not.toContain(code);
    expect(await codeHashOf(id)).toEqual(hashSignInCode(secretKeys.current, id, code));
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ activity: "deliverSignInCode", requestId: `request-of-${id}`, msg: "activity done" }),
    );
  });

  it("sends nothing to an address nobody enabled has, nor for a request that has expired", async () => {
    const disabled = await aUser(database.current.db, { isEnabled: false });
    const late = await aUser(database.current.db);
    const ids = [
      await ask("nobody@dailies.test"),
      await ask(disabled.email),
      await ask(late.email, { expiresAt: new Date(Date.now() - 1) }),
    ];
    await Promise.all(ids.map(finished));
    expect(["nobody@dailies.test", disabled.email, late.email].flatMap(mailsTo)).toEqual([]);
    expect(await Promise.all(ids.map(codeHashOf))).toEqual([null, null, null]);
  });

  it("tries again after a refusal by the mail server, with a new code", async () => {
    const user = await aUser(database.current.db);
    mailBox.refuseNext(1);
    const id = await ask(user.email);
    const refused = await eventually(async () => (await codeHashOf(id)) ?? undefined);
    await finished(id);
    const [mail] = mailsTo(user.email);
    expect(await codeHashOf(id)).toEqual(hashSignInCode(secretKeys.current, id, mail ? codeIn(mail) : ""));
    expect(await codeHashOf(id)).not.toEqual(refused);
    expect(lines.join("")).toContain("SMTP EMESSAGE 451");
  });

  it("leaves the code in no row, no log line and no history, not even after a refusal that repeats the mail", async () => {
    const user = await aUser(database.current.db);
    mailBox.refuseNext(1);
    const id = await ask(user.email);
    await finished(id);
    await sleep(200);
    const code = codeIn(mailsTo(user.email)[0] ?? { to: [], raw: "" });
    const alone = new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`);

    const history = historyToJSON(await (await handleOf(id)).fetchHistory());
    const payloads = [...history.matchAll(/"data":\s*"([^"]*)"/g)].map(([, data]) =>
      Buffer.from(data ?? "", "base64").toString(),
    );
    expect(history).toContain("upstream_failed");
    expect(payloads.join("")).toContain(id);
    const tables = await Promise.all(
      (["sign_in_code", "outbox", "console_user", "session"] as const).map((table) =>
        sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(database.current.db),
      ),
    );
    const everything = [history, ...payloads, ...lines, ...tables.flatMap((table) => table.rows.map(({ row }) => row))];
    expect(everything.length).toBeGreaterThan(10);
    expect(everything.filter((text) => alone.test(text))).toEqual([]);
  });
});
