import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCancellation, readCancellation } from "../../../testing/builders/credits/a-cancellation.ts";
import { eventually } from "../../../testing/eventually.ts";
import { type StripeServer, startStripeServer } from "../../../testing/outsiders/stripe-server.ts";
import { killableWorkers } from "../../../testing/rigs/killable-workers.ts";
import { testDatabase } from "../../../testing/test-database.ts";

const database = testDatabase();
let server: StripeServer;

beforeAll(async () => {
  server = await startStripeServer();
});
afterAll(async () => {
  await server.close();
});

const workers = killableWorkers(() => database.current.url, "cancel-kill");
const startWorker = () => workers.start({ DAILIES_STRIPE_API_KEY: server.apiKey, DAILIES_STRIPE_BASE_URL: server.url });

describe("a worker that is killed while Stripe ends the subscription", () => {
  it("is replaced by one that asks Stripe first, and the subscription is cancelled once", async () => {
    const { db } = database.current;
    const { id: providerRef } = server.add();
    const { id } = await aCancellation(db, { mode: "now", providerRef });
    server.fault = async ({ method }) => {
      if (method !== "DELETE") return undefined;
      const [worker] = workers.started;
      if (!worker) throw new Error("there is no worker");
      const gone = once(worker, "exit");
      worker.kill("SIGKILL");
      await gone;
      void startWorker();
      return "lost answer";
    };
    await startWorker();
    const row = await eventually(async () => {
      const now = await readCancellation(db, id);
      return now.state === "sending" ? undefined : now;
    }, 110_000);
    expect(row).toMatchObject({ state: "accepted", attempts: 2 });
    expect(server.calls.map(({ method }) => method)).toEqual(["DELETE", "GET"]);
    expect(server.effects).toEqual([`DELETE ${providerRef}`]);
    expect(workers.started).toHaveLength(2);
  }, 120_000);
});
