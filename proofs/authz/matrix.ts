import type { App } from "../../apps/server/src/app.ts";
import { decide } from "./decide.ts";
import { EXPECTATIONS } from "./expectations/all-expectations.ts";
import type { Expectation, Rule } from "./expectations/expectation.ts";
import { WRITE_CODES } from "./expectations/expectation.ts";
import { signatureHeaders } from "./machines.ts";
import type { Principal } from "./principals.ts";

export interface Answer {
  readonly status: number;
  /** The whole response without the parts that always differ. */
  readonly seen: string;
}

export interface MatrixResult {
  readonly decisions: number;
  readonly differing: string[];
}

const FORGED = { "x-username": "admin" };
const VOLATILE: ReadonlySet<string> = new Set(["content-length", "date", "x-request-id", "keep-alive", "connection"]);

/** Routes missing from the table, and table lines without a route. */
export const tableFaults = (routeNames: Iterable<string>): string[] => {
  const routes = new Set(routeNames);
  return [
    ...[...routes].filter((name) => EXPECTATIONS[name] === undefined).map((name) => `${name} has no expectation`),
    ...Object.keys(EXPECTATIONS)
      .filter((name) => !routes.has(name))
      .map((name) => `${name} is expected but is no route`),
  ];
};

export const splitName = (name: string): { method: string; path: string } => {
  const [method = "", path = ""] = name.split(" ");
  return { method, path };
};

/** The headers of a request from our own page. */
export const pageHeaders = (cookie: string | undefined, expectation: Expectation): Record<string, string> => ({
  "sec-fetch-site": "same-origin",
  ...(cookie !== undefined && { cookie }),
  ...(expectation.body !== undefined && { "content-type": "application/json" }),
});

const visible = (headers: Record<string, unknown>, body: string, requestId: unknown): string => {
  const kept = Object.entries(headers).filter(([name]) => !VOLATILE.has(name));
  return JSON.stringify([kept, body.replaceAll(String(requestId), "")]);
};

const withQuery = (path: string, query: string): string =>
  path.includes("?") ? path + query.replace("?", "&") : path + query;

export const ask = async (
  http: App["http"],
  name: string,
  { cookie, key }: Pick<Principal, "cookie" | "key">,
  { headers = {}, query = "" }: { headers?: Record<string, string>; query?: string } = {},
): Promise<Answer> => {
  const expectation = EXPECTATIONS[name];
  if (expectation === undefined) throw new Error(`${name} has no expectation`);
  const { method, path } = splitName(name);
  const url = withQuery(expectation.path ?? path, query);
  const payload = expectation.body === undefined ? undefined : JSON.stringify(expectation.body);
  const signature = key ? signatureHeaders(key, { method, path: url, body: payload }) : {};
  const response = await http.inject({
    method: method as "GET",
    url,
    headers: { ...pageHeaders(cookie, expectation), ...signature, ...headers },
    ...(payload !== undefined && { payload }),
  });
  return {
    status: response.statusCode,
    seen: visible(response.headers, response.body, response.headers["x-request-id"]),
  };
};

const compareForged = async (
  http: App["http"],
  name: string,
  principal: Principal,
  plain: Answer,
): Promise<string[]> => {
  const forged = await ask(http, name, principal, { headers: FORGED });
  const isSame = forged.status === plain.status && forged.seen === plain.seen;
  return isSame ? [] : [`${name} as ${principal.name}: the forged header changes the answer`];
};

const asksForWriting = (rule: Rule): boolean =>
  WRITE_CODES.some((code) => (Array.isArray(rule) ? rule.includes(code) : rule === code));

/** Every expected route as every distinguishable principal, and again with a forged name as the principals chosen for it. */
export const runMatrix = async (
  http: App["http"],
  principals: readonly Principal[],
  isForger: (principal: Principal) => boolean,
): Promise<MatrixResult> => {
  const differing: string[] = [];
  let decisions = 0;
  // Grouped by principal, because a cached session lookup needs no second query.
  for (const principal of principals) {
    for (const name of Object.keys(EXPECTATIONS)) {
      if (principal.isForWritingOnly && !asksForWriting(EXPECTATIONS[name]?.rule ?? "anyone")) continue;
      const expected = decide((EXPECTATIONS[name] as Expectation).rule, principal.caller);
      const plain = await ask(http, name, principal);
      if (plain.status !== expected)
        differing.push(`${name} as ${principal.name}: ${plain.status}, expected ${expected}`);
      decisions += 1;
      if (!isForger(principal)) continue;
      differing.push(...(await compareForged(http, name, principal, plain)));
      decisions += 1;
    }
  }
  return { decisions, differing };
};
