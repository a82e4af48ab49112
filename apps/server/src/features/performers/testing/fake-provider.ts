import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Adapter } from "@dailies/contract";

/** The outcome of the next job. */
export type Outcome = "success" | "failure" | "refusal" | "unknown" | "expired";
export type Phase = "queued" | "running" | "ended" | "cancelled";

export interface Job {
  readonly id: string;
  readonly outcome: Outcome;
  readonly asked: ProviderRequest;
  looks: number;
  isCancelled: boolean;
}

export interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status?: number;
  readonly json?: unknown;
  readonly bytes?: Buffer;
}

/** The common core of all fake providers: jobs that wait, run and end. */
export interface FakeProvider {
  readonly origin: string;
  /** Where supported, a repeated idempotency key returns the same job. */
  readonly accept: (asked: ProviderRequest, known?: { key?: string | undefined; id?: string }) => Job;
  readonly find: (id: string | undefined) => Job | undefined;
  /** Each poll advances a job: it waits, runs, and ends. */
  readonly look: (job: Job) => Phase;
  readonly phaseOf: (job: Job) => Phase;
}

export interface SignedDelivery {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** One provider, as documented. */
export interface Dialect {
  readonly adapter: Adapter;
  readonly endpointPath: string;
  readonly model: string;
  readonly version: string;
  readonly secret: string;
  readonly config: (origin: string) => Readonly<Record<string, unknown>>;
  /** Undefined means 404. */
  readonly answer: (asked: ProviderRequest, fakeProvider: FakeProvider) => Answer | undefined;
  readonly isSubmit: (asked: ProviderRequest) => boolean;
  readonly sign?: (externalId: string, at: Date) => SignedDelivery;
}

export interface ProviderServer {
  readonly dialect: Dialect;
  readonly origin: string;
  readonly jobs: ReadonlyMap<string, Job>;
  readonly asked: readonly ProviderRequest[];
  next: { outcome: Outcome; isThrottled?: boolean; isSilent?: boolean };
  readonly close: () => void;
}

export const CLIP = Buffer.from("not a clip, but always the same bytes");
export const FAILURE = { code: "generation_failed", message: "CUDA out of memory" };
export const REFUSAL = { code: "content_policy_violation", message: "this prompt goes against our content policy" };
export const UNKNOWN_STATUS = "levitating";

const readQuery = async (request: IncomingMessage): Promise<ProviderRequest> => {
  const raw = await buffer(request);
  const url = new URL(request.url ?? "/", "http://provider");
  const body = raw.length > 0 ? (JSON.parse(raw.toString("utf8")) as ProviderRequest["body"]) : {};
  return {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body,
  };
};

const send = (response: ServerResponse, { status = 200, json, bytes }: Answer): void => {
  if (bytes) response.writeHead(status, { "content-type": "video/mp4" }).end(bytes);
  else response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json ?? {}));
};

/** A real HTTP server for one dialect. */
export const startProvider = async (dialect: Dialect): Promise<ProviderServer> => {
  const jobs = new Map<string, Job>();
  const keys = new Map<string, Job>();
  const asked: ProviderRequest[] = [];
  const phaseOf = ({ isCancelled, looks }: Job): Phase => {
    if (isCancelled) return "cancelled";
    if (looks < 2) return "queued";
    return looks === 2 ? "running" : "ended";
  };
  const server = createServer((request, response) => {
    readQuery(request).then(
      (input) => {
        asked.push(input);
        if (provider.next.isSilent) return;
        if (provider.next.isThrottled && dialect.isSubmit(input)) {
          response.writeHead(429, { "retry-after": "7" }).end('{"detail":"slow down"}');
          return;
        }
        send(response, dialect.answer(input, fakeProvider) ?? { status: 404, json: { detail: "not found" } });
      },
      (error: Error) => response.destroy(error),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fakeProvider: FakeProvider = {
    origin,
    find: (id) => jobs.get(id ?? ""),
    phaseOf,
    look: (job) => {
      job.looks += 1;
      return phaseOf(job);
    },
    accept: (input, { key, id = randomUUID() } = {}) => {
      const known = key === undefined ? undefined : keys.get(key);
      if (known) return known;
      const job: Job = { id, outcome: provider.next.outcome, asked: input, looks: 0, isCancelled: false };
      jobs.set(id, job);
      if (key !== undefined) keys.set(key, job);
      return job;
    },
  };
  const provider: ProviderServer = {
    dialect,
    origin,
    jobs,
    asked,
    next: { outcome: "success" },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return provider;
};
