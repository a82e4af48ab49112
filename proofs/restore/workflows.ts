// Work that is under way when everything is lost: a grid that is generated, a mail that the mail server does not take yet, and
// one that was sent before.
import { benchmarksRoutes } from "@dailies/contract";
import { sql } from "kysely";
import { invitationStart } from "../../apps/server/src/features/users/invitations/send-invitation.rules.ts";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import { enqueueWorkflow } from "../../apps/server/src/platform/db/outbox.ts";
import { aUser } from "../../apps/server/src/testing/builders/a-user.ts";
import { eventually } from "../../apps/server/src/testing/eventually.ts";
import type { MailBox } from "../../apps/server/src/testing/outsiders/mail-box.ts";
import type { Performer } from "../chaos/generation/performer.ts";
import { prepareGrid } from "../chaos/generation/setup.ts";
import type { ConsoleCalls } from "../chaos/harness/console-calls.ts";

export interface WorkUnderWay {
  readonly taskId: string;
  readonly cells: number;
  readonly sentTo: string;
  readonly waitingTo: string;
}

const CONCURRENCY = 2;
const SECONDS_OF_CELL = 2;
const MANY_REFUSALS = 1_000_000;
const FINISH_MS = 180_000;

const invite = async (db: Db): Promise<string> => {
  const { id, email } = await aUser(db);
  await db.transaction().execute((tx) => enqueueWorkflow(tx, invitationStart(id, "drill")));
  return email;
};

const mailsTo = ({ mails }: MailBox, email: string): number => mails.filter(({ to }) => to.includes(email)).length;

export const countStarted = async (db: Db, workflowType: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from started_workflow where workflow_type = ${workflowType}`.execute(db);
  return rows[0]?.n ?? 0;
};

const countEnded = async (db: Db, taskId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from benchmark_cell
    where task_id = ${taskId} and status in ('Succeeded', 'Failed')`.execute(db);
  return rows[0]?.n ?? 0;
};

/** Every job takes some seconds, so that the grid is not finished at the disaster. */
const slowDown = async ({ url }: Performer, seed: number): Promise<void> => {
  const response = await fetch(`${url}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ seed, rules: [{ fault: "slow", amount: SECONDS_OF_CELL, probability: 1 }] }),
  });
  if (!response.ok) throw new Error(`the performer refused to be slow: ${response.status}`);
};

interface Outside {
  readonly performer: Performer;
  readonly mailBox: MailBox;
}

/** Sends a mail, and from then on the mail server takes none. Returns to whom it went. */
export const sendOne = async (db: Db, mailBox: MailBox): Promise<string> => {
  const sentTo = await invite(db);
  await eventually(() => (mailsTo(mailBox, sentTo) === 1 ? true : undefined));
  mailBox.refuseNext(MANY_REFUSALS);
  return sentTo;
};

export const beginWork = async (
  { db, calls, cells, seed, sentTo }: { db: Db; calls: ConsoleCalls; cells: number; seed: number; sentTo: string },
  performer: Performer,
): Promise<WorkUnderWay> => {
  // Once its end was noticed, a restore does not send it again.
  await eventually(async () => ((await countStarted(db, "sendInvitation")) === 0 ? true : undefined));
  const waitingTo = await invite(db);
  await slowDown(performer, seed);
  const { taskId } = await prepareGrid(calls, {
    endpoint: performer.url,
    rows: cells,
    columns: 1,
    concurrency: CONCURRENCY,
  });
  await calls.insist(benchmarksRoutes.generateData, { params: { id: taskId }, body: {} });
  await eventually(async () => ((await countEnded(db, taskId)) > 0 ? true : undefined));
  return { taskId, cells, sentTo, waitingTo };
};

/** Returns one sentence for each thing that did not go on. */
export const finishWork = async (
  db: Db,
  { taskId, cells, sentTo, waitingTo }: WorkUnderWay,
  { performer, mailBox }: Outside,
): Promise<string[]> => {
  const isFinished = eventually(
    async () => ((await countEnded(db, taskId)) === cells && mailsTo(mailBox, waitingTo) > 0 ? true : undefined),
    FINISH_MS,
  );
  await isFinished.catch(() => undefined);
  const ended = await countEnded(db, taskId);
  const { entries } = await performer.journal();
  const jobs = Map.groupBy(entries, (entry) => entry.idempotency_key);
  const repeated = [...jobs.values()].filter((made) => made.length > 1).length;
  return [
    ...(ended === cells ? [] : [`${cells - ended} of ${cells} cells did not go on`]),
    ...(mailsTo(mailBox, waitingTo) === 1 ? [] : [`the waiting mail was sent ${mailsTo(mailBox, waitingTo)} times`]),
    ...(mailsTo(mailBox, sentTo) === 1 ? [] : [`the mail of before was sent ${mailsTo(mailBox, sentTo)} times`]),
    ...(repeated === 0 ? [] : [`${repeated} jobs were created twice at the performer`]),
  ];
};
