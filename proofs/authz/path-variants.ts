import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { App } from "../../apps/server/src/app.ts";
import { type Decision, decide } from "./decide.ts";
import { EXPECTATIONS } from "./expectations/all-expectations.ts";
import type { Expectation } from "./expectations/expectation.ts";
import { signatureHeaders } from "./machines.ts";
import { type MatrixResult, pageHeaders, splitName } from "./matrix.ts";
import type { Principal } from "./principals.ts";

const encodeLast = (path: string): string =>
  path.replace(/[a-z](?=[^a-z]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

/** Other spellings of one path. None may be decided differently from the path itself, unless it matches no route. */
const VARIANTS: Readonly<Record<string, (path: string) => string>> = {
  "doubled slash in front": (path) => `/${path}`,
  "doubled slash inside": (path) => path.replace(/(?<=.)\//, "//"),
  "upper case": (path) => path.toUpperCase(),
  "one upper-case letter": (path) => path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  "trailing slash": (path) => `${path}/`,
  "trailing dot": (path) => `${path}.`,
  "trailing space": (path) => `${path}%20`,
  "trailing NUL": (path) => `${path}%00`,
  "dot segment": (path) => path.replace(/(?<=.)\//, "/./"),
  "dot-dot segment": (path) => `/public/..${path}`,
  "encoded dot-dot": (path) => `/public/%2e%2e${path}`,
  "encoded slash": (path) => path.replace(/(?<=.)\//, "%2f"),
  "encoded letter": encodeLast,
  "twice encoded letter": (path) => encodeLast(path).replace("%", "%25"),
  "path parameter": (path) => `${path};admin=1`,
  backslash: (path) => path.replace(/(?<=.)\//, "\\"),
  "absolute address": (path) => `http://127.0.0.1${path}`,
  "empty query": (path) => `${path}?`,
};

/** No such path, a malformed path, or a path with only another method. */
const LEADS_NOWHERE: ReadonlySet<number> = new Set([400, 404, 405]);
const INVALID = 422;

/** Parameter errors are only reported to admitted callers. */
const isHarmless = (status: number, expected: Decision): boolean =>
  status === expected || LEADS_NOWHERE.has(status) || (status === INVALID && expected === 200);

interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** Sent over a raw socket, since a URL parser would normalize the path. */
const statusOf = (port: number, agent: Agent, { method, path, headers, body }: RawRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": `${Buffer.byteLength(body)}` };
    const sent = request(
      { host: "127.0.0.1", port, agent, method, path, headers: { ...headers, ...length } },
      (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });

const variantFaults = async (port: number, agent: Agent, name: string, principal: Principal): Promise<string[]> => {
  const expectation = EXPECTATIONS[name] as Expectation;
  const { method, path } = splitName(name);
  const expected = decide(expectation.rule, principal.caller);
  const faults: string[] = [];
  for (const [variant, spell] of Object.entries(VARIANTS)) {
    const spelled = spell(expectation.path ?? path);
    const body = expectation.body === undefined ? undefined : JSON.stringify(expectation.body);
    const signature = principal.key ? signatureHeaders(principal.key, { method, path: spelled, body }) : {};
    const headers = { ...pageHeaders(principal.cookie, expectation), ...signature };
    const status = await statusOf(port, agent, { method, path: spelled, headers, body });
    if (!isHarmless(status, expected)) {
      faults.push(`${name} with ${variant} as ${principal.name}: ${status}, expected ${expected} or nothing`);
    }
  }
  return faults;
};

export const runPathVariants = async (http: App["http"], principals: readonly Principal[]): Promise<MatrixResult> => {
  await http.listen({ host: "127.0.0.1", port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const differing: string[] = [];
    for (const name of Object.keys(EXPECTATIONS)) {
      for (const principal of principals) differing.push(...(await variantFaults(port, agent, name, principal)));
    }
    const decisions = Object.keys(EXPECTATIONS).length * principals.length * Object.keys(VARIANTS).length;
    return { decisions, differing };
  } finally {
    agent.destroy();
  }
};
