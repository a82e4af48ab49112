import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOutgoing, type Outgoing } from "../../../platform/http-client/outgoing.ts";
import { createStripe } from "../../../platform/stripe/stripe.ts";
import { atActivityEdge } from "../../../platform/temporal/activity-edge.ts";
import { createTemporal } from "../../../platform/temporal/temporal.ts";
import { aCancellation, readCancellation } from "../../../testing/builders/credits/a-cancellation.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { type StripeServer, startStripeServer } from "../../../testing/outsiders/stripe-server.ts";
import { runWorker, type TestWorker } from "../../../testing/rigs/run-worker.ts";
import { testConfig, testDatabase } from "../../../testing/test-database.ts";
import { cancelSubscriptionActivities } from "./cancel-subscription.activities.ts";
import { cancellationWorkflowId } from "./cancellation.ids.ts";

const database = testDatabase();
const taskQueue = `test-cancel-subscription-${randomUUID()}`;
const temporal = createTemporal(testConfig().temporal);
const { log, lines } = captureLog();
let server: StripeServer;
let outgoing: Outgoing;
let worker: TestWorker;

beforeAll(async () => {
  server = await startStripeServer();
  outgoing = createOutgoing({ trustedOrigins: [server.url] });
  const stripe = createStripe(outgoing, { apiKey: server.apiKey, baseUrl: server.url });
  const activities = cancelSubscriptionActivities({ db: database.current.db, clock: () => new Date(), stripe });
  worker = await runWorker({ taskQueue, activities: atActivityEdge(activities, log), log });
});
afterAll(async () => {
  await worker?.stop();
  await temporal.close();
  outgoing?.close();
  await server?.close();
});

describe("cancelSubscription", () => {
  it("repeats an attempt without an answer with a backoff, and the key is in neither the log nor the history", async () => {
    const { id: providerRef } = server.add();
    const { id } = await aCancellation(database.current.db, { mode: "period_end", providerRef });
    server.fault = (_call, number) => (number <= 2 ? "lost request" : undefined);
    const client = await temporal.client();
    const workflowId = cancellationWorkflowId(id);
    const args = [{ cancellationId: id, requestId: "r-1" }];
    await client.workflow.execute("cancelSubscription", { taskQueue, workflowId, args });
    expect(await readCancellation(database.current.db, id)).toMatchObject({ state: "accepted", attempts: 2 });
    expect(server.calls.map(({ method }) => method)).toEqual(["POST", "GET", "GET", "POST"]);
    expect(server.effects).toEqual([`POST ${providerRef}`]);
    const history = JSON.stringify(await client.workflow.getHandle(workflowId).fetchHistory());
    expect(`${history}${JSON.stringify(lines)}`).not.toContain(server.apiKey);
    expect(JSON.stringify(lines)).toContain("Stripe has not answered the cancellation: unreachable");
  }, 30_000);
});
