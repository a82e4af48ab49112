import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../config.ts";
import { testEnvironment } from "../../testing/environment.ts";
import { type StripeServer, startStripeServer } from "../../testing/outsiders/stripe-server.ts";
import { openStripe } from "./stripe.ts";

let server: StripeServer;
let other: StripeServer;

beforeAll(async () => {
  [server, other] = [await startStripeServer(), await startStripeServer()];
});
afterAll(async () => {
  await server.close();
  await other.close();
});

describe("the client of Stripe", () => {
  it("does not follow a redirect with its key", async () => {
    const { stripe, close } = openStripe({ apiKey: server.apiKey, baseUrl: server.url, isTrusted: true });
    server.fault = () => ({ status: 302, body: {}, headers: { location: `${other.url}/v1/subscriptions/sub_1` } });
    expect(await stripe?.getSubscription("sub_1")).toMatchObject({ kind: "no_answer", detail: "bad_answer" });
    expect(await stripe?.cancelNow("sub_1")).toMatchObject({ kind: "no_answer", detail: "HTTP 302, req_2" });
    expect(other.calls).toEqual([]);
    close();
  });

  it("sends nothing to a private address that is not trusted", async () => {
    const { stripe, close } = openStripe({ apiKey: other.apiKey, baseUrl: other.url, isTrusted: false });
    expect(await stripe?.cancelNow("sub_1")).toMatchObject({ kind: "no_answer", detail: "forbidden_address" });
    expect(other.calls).toEqual([]);
    close();
  });

  it("keeps the id of a subscription within its path", async () => {
    const { stripe, close } = openStripe({ apiKey: other.apiKey, baseUrl: other.url, isTrusted: true });
    expect(await stripe?.getSubscription("../customers/cus_1")).toMatchObject({ kind: "not_found" });
    expect(other.calls).toMatchObject([{ id: "../customers/cus_1" }]);
    close();
  });

  it("is configured by a secret key only, which no error repeats", () => {
    const environment = testEnvironment();
    expect(readConfig(environment).stripe).toBeUndefined();
    const configured = readConfig({ ...environment, DAILIES_STRIPE_API_KEY: "rk_live_1" }).stripe;
    expect(configured).toEqual({ apiKey: "rk_live_1", baseUrl: "https://api.stripe.com", isTrusted: false });
    const wrong = () => readConfig({ ...environment, DAILIES_STRIPE_API_KEY: "whsec_canary" });
    expect(wrong).toThrow(/DAILIES_STRIPE_API_KEY: needs a secret or restricted key/);
    expect(wrong).not.toThrow(/canary/);
  });
});
