import type { Readable } from "node:stream";
import type { z } from "zod";
import type { Outgoing, OutgoingRequest } from "../http-client/outgoing.ts";
import { requestWithin } from "../http-client/request-within.ts";
import { faultOfStatus, RayFault, toRayFault } from "./ray-fault.ts";

/** A Ray whose GCS died accepts connections and never answers, so every request has this limit. */
export const RAY_TIMEOUT_MS = 5_000;
const SMALL_BYTES = 1024 ** 2;

export interface RayConnection {
  readonly outgoing: Outgoing;
  /** The address of the dashboard. */
  readonly address: string;
  readonly token: string | null;
  /** Trusted instead of the public authorities, PEM. */
  readonly caCertificate?: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
}

export interface RayRequests {
  /** A body without an end; the caller reads it or destroys it. */
  readonly stream: (path: string, maxBytes: number) => Promise<{ readonly status: number; readonly body: Readable }>;
  readonly call: (path: string, request?: Omit<OutgoingRequest, "signal">, limitMs?: number) => Promise<Answer>;
  readonly read: <T extends z.ZodType>(path: string, schema: T, maxBytes?: number) => Promise<z.output<T>>;
}

/** Requests to a dashboard with its token, each with a limit of time. Both functions throw a `RayFault`. */
export const openRayRequests = ({
  outgoing,
  address,
  token,
  caCertificate,
  signal,
  timeoutMs = RAY_TIMEOUT_MS,
}: RayConnection): RayRequests => {
  const base = address.endsWith("/") ? address : `${address}/`;
  const authorization: Readonly<Record<string, string>> = token === null ? {} : { authorization: `Bearer ${token}` };
  const trust: Pick<OutgoingRequest, "caCertificate"> = caCertificate === undefined ? {} : { caCertificate };

  const call: RayRequests["call"] = async (path, request = {}, limitMs = timeoutMs) => {
    const headers = {
      ...authorization,
      ...(request.body !== undefined && { "content-type": "application/json" }),
    };
    try {
      const asked = { maxBytes: SMALL_BYTES, ...request, ...trust, headers };
      return await requestWithin(outgoing, new URL(path, base).href, asked, { signal, timeoutMs: limitMs });
    } catch (error) {
      throw toRayFault(error) ?? error;
    }
  };
  return {
    call,
    stream: async (path, maxBytes) => {
      const asked = { headers: authorization, ...trust, signal: signal ?? new AbortController().signal, maxBytes };
      try {
        return await outgoing.stream(new URL(path, base).href, asked);
      } catch (error) {
        throw toRayFault(error) ?? error;
      }
    },
    read: async (path, schema, maxBytes = SMALL_BYTES) => {
      const { status, bytes } = await call(path, { maxBytes });
      if (status !== 200) throw faultOfStatus(status);
      return parseAs(schema, bytes);
    },
  };
};

export const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    // A RangeError is the answer to nesting that is too deep.
    throw new RayFault("bad_answer", "Ray's answer is not JSON", { cause: error });
  }
};

export const parseAs = <T extends z.ZodType>(schema: T, bytes: Buffer): z.output<T> => {
  const parsed = schema.safeParse(parseJson(bytes));
  if (!parsed.success) throw new RayFault("bad_answer", "Ray's answer has an unknown shape");
  return parsed.data;
};
