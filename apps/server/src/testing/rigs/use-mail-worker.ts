import { afterAll, beforeAll } from "vitest";
import type { Db } from "../../platform/db/database.ts";
import { startOutboxRelay } from "../../platform/db/outbox-relay.ts";
import { newId } from "../../platform/ids.ts";
import { createMailer, type Mailer } from "../../platform/mail.ts";
import { atActivityEdge } from "../../platform/temporal/activity-edge.ts";
import { createTemporal, type Temporal } from "../../platform/temporal/temporal.ts";
import { captureLog } from "../captured-log.ts";
import { type MailBox, openMailBox } from "../outsiders/mail-box.ts";
import { testConfig } from "../test-database.ts";
import { runWorker } from "./run-worker.ts";

interface MailWorker {
  readonly temporal: Temporal;
  /** What the worker logged. */
  readonly lines: readonly string[];
  readonly mailBox: Pick<MailBox, "refuseNext">;
  readonly mailsTo: (email: string) => MailBox["mails"];
}

interface MailWorkerOptions {
  readonly db: Db;
  readonly activitiesOf: (mailer: Mailer) => Parameters<typeof atActivityEdge>[0];
}

/**
 * A worker whose activities send mails, the relay that starts its workflows from the outbox, and the mailbox that receives
 * them, for the tests of one file. Call it at the top of the file, after the database.
 */
export const useMailWorker = (options: () => MailWorkerOptions): MailWorker => {
  const taskQueue = `mail-test-${newId()}`;
  const { log, lines } = captureLog();
  const temporal = createTemporal(testConfig().temporal);
  const closing: (() => unknown)[] = [];
  let box: MailBox | undefined;
  const mailBox = (): MailBox => {
    if (!box) throw new Error("the mailbox is there only while tests run");
    return box;
  };
  beforeAll(async () => {
    const { db, activitiesOf } = options();
    closing.push(() => temporal.close());
    box = await openMailBox();
    closing.unshift(box.close);
    const mailer = createMailer({ url: box.url, from: "Dailies <no-reply@dailies.test>" });
    closing.unshift(mailer.close);
    const worker = await runWorker({ taskQueue, activities: atActivityEdge(activitiesOf(mailer), log), log });
    closing.unshift(worker.stop);
    const relay = startOutboxRelay({ db, temporal, log, taskQueue, intervalMs: 20 });
    closing.unshift(relay.stop);
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });
  return {
    temporal,
    lines,
    mailBox: { refuseNext: (count) => mailBox().refuseNext(count) },
    mailsTo: (email) => mailBox().mails.filter((mail) => mail.to.includes(email)),
  };
};
