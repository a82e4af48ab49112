import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Recorded {
  readonly status: number;
  readonly body: unknown;
}
export interface KubeRayResource {
  metadata: { name: string; [key: string]: unknown };
  spec: Record<string, unknown>;
  status?: Record<string, unknown>;
}

/** What a Kubernetes API server with KubeRay's definitions answered, written by `pnpm kuberay --record`. */
const readRecorded = (): Readonly<Record<string, Recorded>> =>
  JSON.parse(readFileSync(new URL("./kuberay-answers.json", import.meta.url), "utf8"));

export const TOKEN = "token-of-a-service-account";
/** Of an account that may list nothing. */
export const POWERLESS_TOKEN = "token-without-rights";

export interface KubeRayServer {
  readonly url: string;
  /** As recorded; tests change them. */
  readonly rayClusters: KubeRayResource[];
  readonly rayJobs: KubeRayResource[];
  /** Paths with their queries, in the order in which they were asked for. */
  readonly asked: string[];
  /** Answers instead; undefined answers as usual. */
  answer: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  readonly close: () => Promise<void>;
}

const itemsOf = ({ body }: Recorded): KubeRayResource[] => (body as { items: KubeRayResource[] }).items;

/** Serves recorded answers, with pages as Kubernetes makes them. It has no TLS: that is proven with the real server. */
export const startKubeRayServer = async (port = 0): Promise<KubeRayServer> => {
  const recorded = readRecorded();
  const known = (name: string): Recorded => recorded[name] ?? { status: 500, body: `no answer ${name} was recorded` };
  const send = (response: ServerResponse, { status, body }: Recorded): void => {
    const isText = typeof body === "string";
    response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json" });
    response.end(isText ? body : JSON.stringify(body));
  };
  const lists = { rayclusters: itemsOf(known("rayclusters")), rayjobs: itemsOf(known("rayjobs")) };

  const page = (plural: keyof typeof lists, query: URLSearchParams): Recorded => {
    const { body } = known(plural);
    const from = Number(query.get("continue") ?? 0);
    const to = from + Number(query.get("limit") ?? lists[plural].length);
    const remaining = lists[plural].length - to;
    const metadata = {
      resourceVersion: "1",
      ...(remaining > 0 && { continue: String(to), remainingItemCount: remaining }),
    };
    return { status: 200, body: { ...(body as object), metadata, items: lists[plural].slice(from, to) } };
  };
  const refusalOf = ({ headers }: IncomingMessage): Recorded | undefined => {
    if (headers.authorization === undefined) return known("anonymous");
    if (headers.authorization === `Bearer ${POWERLESS_TOKEN}`) return known("notPermitted");
    return headers.authorization === `Bearer ${TOKEN}` ? undefined : known("wrongToken");
  };
  const server = createServer((request, response) => {
    opened.asked.push(request.url ?? "");
    if (opened.answer?.(request, response)) return;
    const { pathname, searchParams } = new URL(request.url ?? "", "http://kubernetes");
    const plural = /^\/apis\/ray\.io\/v1\/namespaces\/video\/(rayclusters|rayjobs)$/.exec(pathname)?.[1];
    const answer =
      refusalOf(request) ?? (plural ? page(plural as keyof typeof lists, searchParams) : known("notInstalled"));
    send(response, answer);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const opened: KubeRayServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rayClusters: lists.rayclusters,
    rayJobs: lists.rayjobs,
    asked: [],
    answer: undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return opened;
};
