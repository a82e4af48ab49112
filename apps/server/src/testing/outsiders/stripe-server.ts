import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeSubscription {
  readonly id: string;
  readonly object: "subscription";
  readonly customer: string;
  status: string;
  readonly start_date: number;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  canceled_at: number | null;
  ended_at: number | null;
  readonly items: { readonly data: readonly object[] };
}

export interface StripeCall {
  readonly method: string;
  readonly id: string;
  readonly form: string;
  readonly key: string | undefined;
  readonly version: string | undefined;
}

interface StripeReply {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What happens to a call: nothing arrives, its effect happens and the answer is lost, or it is answered like this. */
export type StripeFault = "lost request" | "lost answer" | StripeReply | undefined;

const problem = (status: number, type: string, code?: string, message = "refused"): StripeReply => ({
  status,
  body: { error: { type, ...(code !== undefined && { code }), message } },
});

const nowS = (): number => Math.floor(Date.now() / 1000);

const newState = () => ({
  apiKey: `sk_test_${randomBytes(16).toString("hex")}`,
  subscriptions: new Map<string, FakeSubscription>(),
  /** Answers by idempotency key, with the parameters they answered. */
  answers: new Map<string, { readonly form: string; readonly reply: StripeReply }>(),
  calls: [] as StripeCall[],
  /** Every time a subscription really changed. */
  effects: [] as string[],
  fault: (_call: StripeCall, _number: number): StripeFault | Promise<StripeFault> => undefined,
});
type StripeState = ReturnType<typeof newState>;

export interface StripeServer extends StripeState {
  readonly url: string;
  readonly add: (options?: Partial<FakeSubscription>) => FakeSubscription;
  readonly close: () => Promise<void>;
}

const notFound = (id: string): StripeReply =>
  problem(404, "invalid_request_error", "resource_missing", `No such subscription: '${id}'`);

const act = (state: StripeState, { method, id, form, key }: StripeCall): StripeReply => {
  const found = state.subscriptions.get(id);
  if (!found) return notFound(id);
  if (method === "GET") return { status: 200, body: found };
  if (method === "DELETE") {
    if (found.status === "canceled") return notFound(id);
    Object.assign(found, { status: "canceled", canceled_at: nowS(), ended_at: nowS() });
    state.effects.push(`DELETE ${id}`);
    return { status: 200, body: found };
  }
  const saved = key === undefined ? undefined : state.answers.get(key);
  if (saved) return saved.form === form ? saved.reply : problem(400, "idempotency_error");
  if (found.status === "canceled") return problem(400, "invalid_request_error");
  if (!found.cancel_at_period_end) state.effects.push(`POST ${id}`);
  Object.assign(found, { cancel_at_period_end: true, canceled_at: nowS() });
  return { status: 200, body: { ...found } };
};

const readCall = async (request: IncomingMessage): Promise<StripeCall> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { pathname } = new URL(request.url ?? "", "http://stripe.test");
  const { "idempotency-key": key, "stripe-version": version } = request.headers;
  return {
    method: request.method ?? "",
    id: decodeURIComponent(pathname.replace("/v1/subscriptions/", "")),
    form: String(Buffer.concat(chunks)),
    key: Array.isArray(key) ? key[0] : key,
    version: Array.isArray(version) ? version[0] : version,
  };
};

/** A small real server that ends subscriptions as Stripe's documentation says, with its errors and stored answers. */
export const startStripeServer = async (): Promise<StripeServer> => {
  const state = newState();
  const replyTo = (call: StripeCall, authorization: string | undefined, fault: StripeFault): StripeReply => {
    if (authorization !== `Bearer ${state.apiKey}`) {
      const shown = `${authorization?.slice(7, 15)}***${authorization?.slice(-4)}`;
      return problem(401, "invalid_request_error", undefined, `Invalid API Key provided: ${shown}`);
    }
    const reply = typeof fault === "object" ? fault : act(state, call);
    const isSaved = call.method === "POST" && call.key !== undefined && (reply.status < 400 || reply.status >= 500);
    if (isSaved && !state.answers.has(call.key ?? "")) state.answers.set(call.key ?? "", { form: call.form, reply });
    return reply;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await readCall(request);
    state.calls.push(call);
    const saved = call.method === "POST" && call.key !== undefined && state.answers.has(call.key);
    const fault = saved ? undefined : await state.fault(call, state.calls.length);
    if (fault === "lost request") return void request.socket.destroy();
    const { status, body, headers } = replyTo(call, request.headers.authorization, fault);
    if (fault === "lost answer") return void request.socket.destroy();
    const common = { "content-type": "application/json", "request-id": `req_${state.calls.length}` };
    response.writeHead(status, { ...common, ...headers }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (options: Partial<FakeSubscription> = {}): FakeSubscription => {
      const made = { ...aSubscription(), ...options };
      state.subscriptions.set(made.id, made);
      return made;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
};

const aSubscription = (): FakeSubscription => ({
  id: `sub_${randomBytes(8).toString("hex")}`,
  object: "subscription",
  customer: `cus_${randomBytes(8).toString("hex")}`,
  status: "active",
  start_date: nowS() - 1_000,
  cancel_at_period_end: false,
  cancel_at: null,
  canceled_at: null,
  ended_at: null,
  items: {
    data: [
      {
        quantity: 1,
        current_period_start: nowS() - 1_000,
        current_period_end: nowS() + 9_000,
        price: { id: "price_1", unit_amount: 2_000, currency: "usd", recurring: { interval: "month" } },
      },
    ],
  },
});
