import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createOutgoing } from "../../../platform/http-client/outgoing.ts";
import { createStripe, type Stripe } from "../../../platform/stripe/stripe.ts";
import { aCancellation, readCancellation } from "../../../testing/builders/credits/a-cancellation.ts";
import { type StripeServer, startStripeServer } from "../../../testing/outsiders/stripe-server.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { listOperations } from "../../operation-log/index.ts";
import { cancelAtProvider } from "./cancel-at-provider.ts";
import type { CancellationMode } from "./cancellation.rules.ts";

const database = testDatabase();
let server: StripeServer;
let stripe: Stripe;
let outgoing: ReturnType<typeof createOutgoing>;

beforeAll(async () => {
  server = await startStripeServer();
  outgoing = createOutgoing({ trustedOrigins: [server.url] });
  stripe = createStripe(outgoing, { apiKey: server.apiKey, baseUrl: server.url });
});
afterAll(async () => {
  outgoing.close();
  await server.close();
});
beforeEach(() => {
  server.fault = () => undefined;
  server.calls.length = 0;
  server.effects.length = 0;
});

const begin = async (mode: CancellationMode) => {
  const { id: providerRef } = server.add();
  const request = await aCancellation(database.current.db, { mode, providerRef });
  const attempt = (over: { stripe?: Stripe | undefined } = { stripe }) =>
    cancelAtProvider(
      { db: database.current.db, clock: () => new Date(), stripe: over.stripe },
      { cancellationId: request.id, requestId: "r-1" },
    );
  return { ...request, providerRef, attempt, row: () => readCancellation(database.current.db, request.id) };
};
const methods = () => server.calls.map(({ method }) => method);
const entriesOf = async (planId: string) =>
  (await listOperations(database.current.db, `end_plan:${planId}`, { limit: 9 })).items;

const resultsOf = async (planId: string) => {
  const rows = await database.current.db
    .selectFrom("operation_subject")
    .innerJoin("operation", "operation.seq", "operation_subject.seq")
    .select("operation.result")
    .where("operation_subject.subject", "=", `end_plan:${planId}`)
    .execute();
  return rows.map(({ result }) => result);
};

describe("a cancellation at Stripe", () => {
  it("ends the subscription now, and a repeated attempt sends nothing", async () => {
    const { attempt, row, planId, email, providerRef } = await begin("now");
    expect(await attempt()).toBe("accepted");
    expect(await attempt()).toBe("closed");
    expect(methods()).toEqual(["DELETE"]);
    expect(server.calls[0]).toMatchObject({ key: undefined, version: "2026-10-28.endive", form: "" });
    expect(server.effects).toEqual([`DELETE ${providerRef}`]);
    expect(await row()).toMatchObject({ state: "accepted", attempts: 1, problem: null });
    expect(await entriesOf(planId)).toMatchObject([
      { op_type: "Cancel_at_provider", user_name: "system", meta: { target: email, provider: "Stripe" } },
    ]);
    expect(await resultsOf(planId)).toEqual(["ok"]);
  });

  it("ends the subscription with its period under the request's idempotency key", async () => {
    const { attempt, row, id } = await begin("period_end");
    expect(await attempt()).toBe("accepted");
    expect(server.calls).toMatchObject([{ method: "POST", form: "cancel_at_period_end=true", key: `cancel:${id}:1` }]);
    expect(await row()).toMatchObject({ state: "accepted" });
  });

  it.each(["now", "period_end"] as const)(
    "is reconciled by asking Stripe when the answer is lost (%s), and takes effect once",
    async (mode) => {
      const { attempt, row } = await begin(mode);
      server.fault = (_call, number) => (number === 1 ? "lost answer" : undefined);
      expect(await attempt()).toBe("accepted");
      expect(methods()).toEqual([mode === "now" ? "DELETE" : "POST", "GET"]);
      expect(server.effects).toHaveLength(1);
      expect(await row()).toMatchObject({ state: "accepted", attempts: 1 });
    },
  );

  it("is not sent again when the answer and the question after it are lost", async () => {
    const { attempt, row } = await begin("now");
    server.fault = (_call, number) => (number <= 2 ? "lost answer" : undefined);
    await expect(attempt()).rejects.toMatchObject({ code: "upstream_failed" });
    expect(await row()).toMatchObject({ state: "sending", attempts: 1, problem: "no_answer" });
    expect(await attempt()).toBe("accepted");
    expect(methods()).toEqual(["DELETE", "GET", "GET"]);
    expect(server.effects).toHaveLength(1);
  });

  it("is sent again when it never arrived", async () => {
    const { attempt } = await begin("now");
    server.fault = (_call, number) => (number <= 2 ? "lost request" : undefined);
    await expect(attempt()).rejects.toMatchObject({ code: "upstream_failed" });
    expect(await attempt()).toBe("accepted");
    expect(methods()).toEqual(["DELETE", "GET", "GET", "DELETE"]);
    expect(server.effects).toHaveLength(1);
  });

  it("takes another idempotency key after a 5xx answer, which Stripe would repeat", async () => {
    const { attempt, id } = await begin("period_end");
    server.fault = ({ method }, number) =>
      number === 1 && method === "POST" ? { status: 500, body: { error: { type: "api_error" } } } : undefined;
    await expect(attempt()).rejects.toMatchObject({ code: "upstream_failed" });
    expect(await attempt()).toBe("accepted");
    expect(server.calls.flatMap(({ key }) => key ?? [])).toEqual([`cancel:${id}:1`, `cancel:${id}:2`]);
    expect(server.effects).toHaveLength(1);
  });

  it("keeps its idempotency key after a lock or a rate limit", async () => {
    const { attempt, id } = await begin("period_end");
    server.fault = ({ method }, number) => {
      if (method !== "POST" || number > 4) return undefined;
      return { status: number === 1 ? 409 : 429, body: { error: { type: "invalid_request_error" } } };
    };
    await expect(attempt()).rejects.toMatchObject({ code: "upstream_failed" });
    await expect(attempt()).rejects.toMatchObject({ code: "upstream_failed" });
    expect(await attempt()).toBe("accepted");
    expect(new Set(server.calls.flatMap(({ key }) => key ?? []))).toEqual(new Set([`cancel:${id}:1`]));
  });

  it("is accepted when somebody ended the subscription before, although Stripe answers that there is none", async () => {
    for (const mode of ["now", "period_end"] as const) {
      const { attempt, row, providerRef } = await begin(mode);
      server.add({ id: providerRef, status: "canceled" });
      expect(await attempt()).toBe("accepted");
      expect(await row()).toMatchObject({ state: "accepted" });
    }
    expect(methods()).toEqual(["DELETE", "GET", "POST", "GET"]);
    expect(server.effects).toEqual([]);
  });

  it("fails for a subscription that this key does not know, and the history says what to do", async () => {
    const { attempt, row, planId, providerRef } = await begin("now");
    server.subscriptions.delete(providerRef);
    expect(await attempt()).toBe("unsuccessful");
    const detail = "HTTP 404, resource_missing, req_2";
    expect(await row()).toMatchObject({ state: "failed", problem: "unknown_subscription", detail });
    expect(await entriesOf(planId)).toMatchObject([
      { op_type: "Cancel_at_provider", reason: expect.stringMatching(/cancel it there by hand\.$/) },
    ]);
    expect(await resultsOf(planId)).toEqual(["failed"]);
    expect(await attempt()).toBe("closed");
  });

  it("fails for a refused request, unless Stripe says that a retry helps", async () => {
    const refused = await begin("period_end");
    server.fault = ({ method }) =>
      method === "POST" ? { status: 400, body: { error: { type: "invalid_request_error" } } } : undefined;
    expect(await refused.attempt()).toBe("unsuccessful");
    expect(await refused.row()).toMatchObject({ state: "failed", problem: "refused" });
    const passing = await begin("period_end");
    server.fault = ({ method }) =>
      method === "POST" ? { status: 400, body: {}, headers: { "stripe-should-retry": "true" } } : undefined;
    await expect(passing.attempt()).rejects.toMatchObject({ code: "upstream_failed" });
  });

  it("fails for a refused key, and no part of the key is stored", async () => {
    const { attempt, row, planId } = await begin("now");
    const wrong = createStripe(outgoing, { apiKey: "sk_test_canary0123456789", baseUrl: server.url });
    expect(await attempt({ stripe: wrong })).toBe("unsuccessful");
    expect(await row()).toMatchObject({ state: "failed", problem: "key_refused" });
    const stored = JSON.stringify([await row(), await entriesOf(planId)], (_key, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(stored).not.toMatch(/sk_test|canary|6789/);
  });

  it("fails plainly on a worker without a key", async () => {
    const { attempt, row, planId } = await begin("now");
    expect(await attempt({ stripe: undefined })).toBe("unsuccessful");
    expect(await row()).toMatchObject({ state: "failed", problem: "not_configured" });
    expect((await entriesOf(planId))[0]?.reason).toMatch(/No API key of Stripe is configured.*by hand/);
  });
});
