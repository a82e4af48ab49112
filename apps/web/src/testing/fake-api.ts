import { contract, errorReply, type JsonRoute, type Route, type Routes } from "@dailies/contract";
import { vi } from "vitest";

export interface SentCall {
  name: string;
  url: URL;
  method: string;
  headers: Headers;
  body: unknown;
}

interface Refusal {
  refuse: number;
  code?: string;
  detail?: unknown;
}

type Answer = { reply: unknown } | { stream: string } | Refusal | "network failure";
type Answers = Record<string, (call: SentCall) => Answer>;

const table = Object.entries(contract as Record<string, Routes>).flatMap(([feature, routes]) =>
  Object.entries(routes).map(([name, route]) => ({ name: `${feature}.${name}`, route })),
);

const pattern = (route: Route): RegExp => new RegExp(`^${route.path.replaceAll(/:\w+/g, "[^/]+")}$`);

const findRoute = (method: string, path: string) =>
  table.find(({ route }) => route.method === method && pattern(route).test(path));

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "x-request-id": "req-42" },
  });

/** Server-sent events that have come so far; more never come, and the stream stays open. */
const eventStream = (events: string): Response =>
  new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(events)) }), {
    status: 200,
    headers: { "content-type": "text/event-stream" },
  });

/** Known error shapes are validated; an odd `detail` is sent as is, as a foreign proxy would. */
const refusal = ({ refuse, code = "internal", detail }: Refusal): Response => {
  const body = { code, detail, request_id: "req-42" };
  const isOdd = typeof detail !== "string" && !Array.isArray(detail);
  return json(refuse, isOdd ? body : errorReply.parse(body));
};

const responseTo = (answer: Answer, route: JsonRoute): Response => {
  if (answer === "network failure") throw new TypeError("Failed to fetch");
  if ("stream" in answer) return eventStream(answer.stream);
  return "refuse" in answer ? refusal(answer) : json(200, route.reply.parse(answer.reply));
};

/** Requests that any screen makes by itself, also in tests that are not about them. */
const UNASKED: Readonly<Record<string, () => Response | Promise<Response>>> = {
  "events.watchEvents": () => new Promise(() => undefined),
  "clusters.watchClusterJobLog": () => new Promise(() => undefined),
  "notifications.getNotificationSummary": () =>
    json(200, { unread: 0, is_mailed: true, language: document.documentElement.lang.slice(0, 2) || "en" }),
  "signOn.getSignOn": () => json(200, { name: null }),
  "passkeys.listPasskeys": () => json(200, { items: [], total: 0 }),
  "labelling.listLabelTasks": () => json(200, { items: [], total: 0 }),
  "leaderboards.listSharedBoards": () => json(200, { items: [] }),
  "lineage.getLineage": () => json(200, { sources: { groups: [], hidden: 0 }, uses: { groups: [], hidden: 0 } }),
};

const readBody = (init: RequestInit | undefined): unknown =>
  typeof init?.body === "string" ? JSON.parse(init.body) : undefined;

/**
 * Fakes the server. A response that breaks the contract fails the test, and so does an unknown request or one with an
 * invalid body: the fake cannot drift from the real server.
 */
export const fakeApi = (answers: Answers): SentCall[] => {
  const sent: SentCall[] = [];
  const http = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(String(input), window.location.origin);
    const method = init?.method ?? "GET";
    const known = findRoute(method, url.pathname);
    const unasked = known && !answers[known.name] ? UNASKED[known.name] : undefined;
    if (unasked) return unasked();
    if (!known) throw new Error(`the contract has no ${method} ${url.pathname}`);
    const route = known.route as JsonRoute;
    const call = { name: known.name, url, method, headers: new Headers(init?.headers), body: readBody(init) };
    route.body?.parse(call.body);
    sent.push(call);
    const answer = answers[known.name]?.(call);
    if (!answer) throw new Error(`no answer prepared for ${known.name}`);
    return responseTo(answer, route);
  };
  vi.stubGlobal("fetch", vi.fn(http));
  return sent;
};
