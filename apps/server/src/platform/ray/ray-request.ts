import type { Readable } from "node:stream";
import type { z } from "zod";
import { withDeadline } from "../concurrency/with-deadline.ts";
import type { Outgoing, OutgoingRequest } from "../http-client/outgoing.ts";
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

/** Entries of a list that match their schema, and how many do not. */
export interface ReadList<T> {
  readonly items: readonly T[];
  readonly unreadable: number;
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
  const never = new AbortController().signal;

  const authorization: Readonly<Record<string, string>> = token === null ? {} : { authorization: `Bearer ${token}` };
  const trust: Pick<OutgoingRequest, "caCertificate"> = caCertificate === undefined ? {} : { caCertificate };

  const call: RayRequests["call"] = async (path, request = {}, limitMs = timeoutMs) => {
    const headers = {
      ...authorization,
      ...(request.body !== undefined && { "content-type": "application/json" }),
    };
    try {
      return await withDeadline(signal ?? never, limitMs, async (bounded) => {
        const asked = { maxBytes: SMALL_BYTES, ...request, ...trust, headers, signal: bounded };
        // A body that is aborted while it is read looks like a connection that broke.
        return outgoing.request(new URL(path, base).href, asked).catch((error: unknown) => {
          throw bounded.aborted ? new RayFault("timeout", "the response timed out", { cause: error }) : error;
        });
      });
    } catch (error) {
      throw toRayFault(error) ?? error;
    }
  };
  return {
    call,
    stream: async (path, maxBytes) => {
      const asked = { headers: authorization, ...trust, signal: signal ?? never, maxBytes };
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

export const readEach = <T extends z.ZodType>(list: readonly unknown[], schema: T): ReadList<z.output<T>> => {
  const items: z.output<T>[] = [];
  for (const entry of list) {
    const parsed = schema.safeParse(entry);
    if (parsed.success) items.push(parsed.data);
  }
  return { items, unreadable: list.length - items.length };
};
