import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { captureLog } from "../../testing/captured-log.ts";
import { eventually } from "../../testing/eventually.ts";
import { tcpGate } from "../../testing/outsiders/tcp-gate.ts";
import { asOwner } from "../../testing/template-database.ts";
import { testConfig, testDatabase } from "../../testing/test-database.ts";
import { newId } from "../ids.ts";
import { createMetrics } from "../observability/metrics.ts";
import { createTemporal } from "../temporal/temporal.ts";
import { enqueueWorkflow, type WorkflowStart } from "./outbox.ts";
import { type OutboxRelay, type OutboxRelayOptions, startOutboxRelay } from "./outbox-relay.ts";

const database = testDatabase();
const config = testConfig();
const temporal = createTemporal(config.temporal);
// No worker polls this queue, so a started workflow stays as it is.
const taskQueue = `outbox-test-${newId()}`;
const started: string[] = [];
let relays: OutboxRelay[] = [];

afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  relays = [];
});
afterAll(async () => {
  const client = await temporal.client();
  await Promise.all(
    started.map((id) =>
      client.workflow
        .getHandle(id)
        .terminate()
        .catch(() => undefined),
    ),
  );
  await temporal.close();
});

const aStart = (): WorkflowStart => {
  const workflowId = `outbox-test/${newId()}`;
  started.push(workflowId);
  return { workflowType: "deliverSignInCode", workflowId, input: { codeRequestId: "c1" }, requestId: "request-1" };
};

const relay = (options: Partial<OutboxRelayOptions> = {}): OutboxRelay => {
  const opened = startOutboxRelay({
    db: database.current.db,
    temporal,
    log: captureLog().log,
    taskQueue,
    intervalMs: 20,
    ...options,
  });
  relays.push(opened);
  return opened;
};

const rowOf = (workflowId: string) =>
  database.current.db.selectFrom("outbox").selectAll().where("workflow_id", "=", workflowId).executeTakeFirst();
const gone = async (workflowId: string) => ((await rowOf(workflowId)) ? undefined : true);
const describeWorkflow = async (workflowId: string) =>
  (await temporal.client()).workflow.getHandle(workflowId).describe();
const makeDue = (workflowId: string) =>
  database.current.db
    .updateTable("outbox")
    .set({ next_attempt_at: sql<Date>`now()` })
    .where("workflow_id", "=", workflowId)
    .execute();

const enqueue = (start: WorkflowStart): Promise<void> =>
  database.current.db.transaction().execute((tx) => enqueueWorkflow(tx, start));

describe("the outbox", () => {
  it("starts a workflow whose transaction committed, with its input and the request that asked", async () => {
    const start = aStart();
    await enqueue(start);
    relay();
    await eventually(() => gone(start.workflowId));
    const described = await describeWorkflow(start.workflowId);
    expect(described).toMatchObject({ type: "deliverSignInCode", taskQueue, memo: { requestId: "request-1" } });
    const history = await (await temporal.client()).workflow.getHandle(start.workflowId).fetchHistory();
    const input = history.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0]?.data;
    expect(JSON.parse(Buffer.from(input ?? []).toString())).toEqual({ codeRequestId: "c1", requestId: "request-1" });
  });

  it("starts nothing when the transaction rolled back", async () => {
    const start = aStart();
    const other = aStart();
    const failing = database.current.db.transaction().execute(async (tx) => {
      await enqueueWorkflow(tx, start);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await enqueue(other);
    relay();
    await eventually(() => gone(other.workflowId));
    await expect(describeWorkflow(start.workflowId)).rejects.toThrow(/not found/i);
  });

  it("starts once when the relay dies between the start and the deletion of the entry", async () => {
    const start = aStart();
    await asOwner(database.current.ownerUrl, "revoke delete on outbox from public, dailies_app");
    await enqueue(start);
    const first = relay();
    const { runId } = await eventually(() => describeWorkflow(start.workflowId).catch(() => undefined));
    await first.stop();
    expect(await rowOf(start.workflowId)).toMatchObject({ attempts: 1 });

    await asOwner(database.current.ownerUrl, "grant delete on outbox to dailies_app");
    await makeDue(start.workflowId);
    relay();
    await eventually(() => gone(start.workflowId));
    expect((await describeWorkflow(start.workflowId)).runId).toBe(runId);
  });

  it("takes an entry as done when its workflow has already ended", async () => {
    const start = aStart();
    await enqueue(start);
    relay();
    await eventually(() => gone(start.workflowId));
    const { runId } = await describeWorkflow(start.workflowId);
    await (await temporal.client()).workflow.getHandle(start.workflowId).terminate();
    await enqueue(start);
    await eventually(() => gone(start.workflowId));
    expect((await describeWorkflow(start.workflowId)).runId).toBe(runId);
  });

  it("starts each workflow once with several relays at work", async () => {
    const starts = Array.from({ length: 45 }, aStart);
    await database.current.db.transaction().execute(async (tx) => {
      for (const start of starts) await enqueueWorkflow(tx, start);
    });
    const logs = [captureLog("warn"), captureLog("warn"), captureLog("warn")];
    for (const { log } of logs) relay({ log });
    await eventually(async () =>
      (await database.current.db.selectFrom("outbox").select("id").execute()).length === 0 ? true : undefined,
    );
    const described = await Promise.all(starts.map((start) => describeWorkflow(start.workflowId)));
    expect(described.every((workflow) => workflow.historyLength > 0)).toBe(true);
    expect(logs.flatMap((log) => log.lines)).toEqual([]);
  });

  it("keeps an entry while Temporal is away and delivers it afterwards", async () => {
    const gate = await tcpGate(config.temporal.address);
    const gated = createTemporal({ ...config.temporal, address: gate.address });
    const { log, lines } = captureLog();
    const start = aStart();
    await enqueue(start);
    relay({ temporal: gated, log });
    const failed = await eventually(async () => {
      const row = await rowOf(start.workflowId);
      return row?.last_error ? row : undefined;
    });
    expect(failed.attempts).toBeGreaterThanOrEqual(1);
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: "warn", requestId: "request-1", workflowId: start.workflowId }),
    );
    await gate.open();
    await eventually(() => gone(start.workflowId));
    expect((await describeWorkflow(start.workflowId)).status.name).toBe("RUNNING");
    await Promise.all(relays.map((opened) => opened.stop()));
    await gated.close();
    await gate.shut();
  });

  it("tells how much waits, and for how long", async () => {
    const metrics = createMetrics();
    const start = aStart();
    await enqueue(start);
    await database.current.db
      .updateTable("outbox")
      .set({
        next_attempt_at: sql<Date>`now() + interval '1 hour'`,
        created_at: sql<Date>`now() - interval '1 minute'`,
      })
      .where("workflow_id", "=", start.workflowId)
      .execute();
    relay({ metrics });
    const text = await eventually(async () => {
      const exposed = await metrics.metrics();
      return /^outbox_depth 1/m.test(exposed) ? exposed : undefined;
    });
    expect(Number(/^outbox_oldest_age_seconds (\S+)/m.exec(text)?.[1])).toBeGreaterThanOrEqual(60);
  });
});
