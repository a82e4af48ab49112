import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { captureLog } from "../../testing/captured-log.ts";
import { eventually } from "../../testing/eventually.ts";
import { tcpGate } from "../../testing/outsiders/tcp-gate.ts";
import { testConfig, testDatabase } from "../../testing/test-database.ts";
import type { Poller } from "../concurrency/start-poller.ts";
import { enqueueWorkflow, type WorkflowStart } from "../db/outbox.ts";
import { type OutboxRelay, startOutboxRelay } from "../db/outbox-relay.ts";
import { newId } from "../ids.ts";
import { startWorkflowRecovery } from "./recover-workflows.ts";
import { createTemporal } from "./temporal.ts";

const database = testDatabase();
const config = testConfig();
const temporal = createTemporal(config.temporal);
// No worker polls this queue, so a started workflow stays as it is.
const taskQueue = `recovery-test-${newId()}`;
const started: string[] = [];
let running: (OutboxRelay | Poller)[] = [];

const handleOf = async (workflowId: string) => (await temporal.client()).workflow.getHandle(workflowId);

afterEach(async () => {
  await Promise.all(running.map((each) => each.stop()));
  running = [];
});
afterAll(async () => {
  for (const id of started) await (await handleOf(id)).terminate().catch(() => undefined);
  await temporal.close();
});

const aStart = (): WorkflowStart => {
  const workflowId = `recovery-test/${newId()}`;
  started.push(workflowId);
  return { workflowType: "deliverSignInCode", workflowId, input: { codeRequestId: "c1" }, requestId: "request-1" };
};

const relay = (): void => {
  const { db } = database.current;
  running.push(startOutboxRelay({ db, temporal, log: captureLog().log, taskQueue, intervalMs: 20 }));
};

const recover = async (through = temporal): Promise<readonly string[]> => {
  const { log, lines } = captureLog("warn");
  running.push(await startWorkflowRecovery({ db: database.current.db, temporal: through, log }, { intervalMs: 20 }));
  return lines;
};

const findRow = (workflowId: string) =>
  database.current.db
    .selectFrom("started_workflow")
    .selectAll()
    .where("workflow_id", "=", workflowId)
    .executeTakeFirst();

const begin = async (): Promise<WorkflowStart> => {
  const start = aStart();
  await database.current.db.transaction().execute((tx) => enqueueWorkflow(tx, start));
  relay();
  await eventually(() => findRow(start.workflowId));
  return start;
};

/** As if the relay had started it before Temporal lost everything. */
const insertLost = async (): Promise<WorkflowStart> => {
  const start = aStart();
  await sql`insert into started_workflow (workflow_id, workflow_type, input, request_id, next_check_at)
    values (${start.workflowId}, ${start.workflowType}, ${JSON.stringify(start.input)}, ${start.requestId},
      now() + interval '1 hour')`.execute(database.current.db);
  return start;
};

describe("the recovery of workflows", () => {
  it("starts a workflow again that Temporal does not know, with its input and request", async () => {
    const start = await insertLost();
    const lines = await recover();
    relay();
    const handle = await handleOf(start.workflowId);
    const described = await eventually(() => handle.describe().catch(() => undefined));
    expect(described).toMatchObject({ type: "deliverSignInCode", taskQueue, memo: { requestId: "request-1" } });
    const history = await handle.fetchHistory();
    const input = history.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0]?.data;
    expect(JSON.parse(Buffer.from(input ?? []).toString())).toEqual({ codeRequestId: "c1", requestId: "request-1" });
    expect(lines.join()).toContain(start.workflowId);
    await eventually(() => findRow(start.workflowId));
  });

  it("leaves a workflow alone that runs", async () => {
    const start = await begin();
    const before = await (await handleOf(start.workflowId)).describe();
    const lines = await recover();
    await eventually(async () => {
      const row = await findRow(start.workflowId);
      return row && row.next_check_at > new Date() ? row : undefined;
    });
    expect((await (await handleOf(start.workflowId)).describe()).runId).toBe(before.runId);
    expect(lines).toEqual([]);
  });

  it("forgets a workflow that has ended, and does not start it again", async () => {
    const start = await begin();
    await (await handleOf(start.workflowId)).terminate();
    await recover();
    await eventually(async () => ((await findRow(start.workflowId)) ? undefined : true));
    const waiting = await database.current.db.selectFrom("outbox").select("workflow_id").execute();
    expect(waiting).toEqual([]);
  });

  it("keeps a workflow while Temporal does not answer", async () => {
    const start = await begin();
    const gate = await tcpGate(config.temporal.address);
    const gated = createTemporal({ ...config.temporal, address: gate.address });
    const lines = await recover(gated);
    await eventually(async () => (lines.length > 0 ? true : undefined));
    expect(await findRow(start.workflowId)).toBeDefined();
    await Promise.all(running.map((each) => each.stop()));
    await gated.close();
    await gate.shut();
  });
});
