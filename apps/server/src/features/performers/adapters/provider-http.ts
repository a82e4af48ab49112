import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Outgoing, OutgoingAnswer } from "../../../platform/http-client/outgoing.ts";
import { OutgoingError, type OutgoingFault } from "../../../platform/http-client/outgoing-error.ts";
import { ProviderError, type ProviderFault, type ProviderOutput } from "../requests/adapter.ts";
import { faultOfAnswer } from "./provider-faults.ts";

export interface ProviderRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: FormData;
}

/** Larger than any clip of a few minutes; a provider that sends more is broken. */
const MAX_OUTPUT_BYTES = 5 * 1024 ** 3;
/** Statuses by which storage reports an expired signed URL. */
const GONE: ReadonlySet<number> = new Set([401, 403, 404, 410]);
/** Error bodies are read up to this size. */
const MAX_ERROR_BYTES = 256 * 1024;

const FAULTS: Readonly<Record<OutgoingFault, ProviderFault>> = {
  forbidden_address: "forbidden_address",
  unreachable: "unavailable",
  timeout: "timeout",
  too_large: "bad_answer",
  bad_answer: "bad_answer",
};

export interface ProviderAnswer {
  readonly status: number;
  readonly headers: OutgoingAnswer["headers"];
  readonly body: unknown;
}

export interface ProviderHttp {
  /** The JSON of a reply below 300; throws a typed error otherwise. */
  readonly askJson: (request: ProviderRequest, signal: AbortSignal) => Promise<unknown>;
  /** Status and JSON, for requests where an error status carries meaning; transient errors are still thrown. */
  readonly ask: (request: ProviderRequest, signal: AbortSignal) => Promise<ProviderAnswer>;
  /** The same for a reply that repeats the status of another request. */
  readonly askWhateverComes: (request: ProviderRequest, signal: AbortSignal) => Promise<ProviderAnswer>;
  /** Downloads a clip; headers are only sent to their own origin. */
  readonly output: (
    url: string,
    auth?: { origin: string; headers: Readonly<Record<string, string>> },
  ) => ProviderOutput;
}

export const createProviderHttp = (outgoing: Outgoing): ProviderHttp => {
  const send = async (request: ProviderRequest, signal: AbortSignal): Promise<OutgoingAnswer> => {
    const { method, url, headers } = request;
    const { body, type } = await encodeBody(request);
    const contentType: Record<string, string> = type === undefined ? {} : { "content-type": type };
    return outgoing.request(url, {
      method,
      signal,
      headers: { accept: "application/json", ...headers, ...contentType },
      ...(body === undefined ? {} : { body }),
    });
  };
  const receive = (request: ProviderRequest, signal: AbortSignal) =>
    asProviderError(signal, async () => {
      return send(request, signal);
    });

  return {
    askJson: async (request, signal) => {
      const answer = await receive(request, signal);
      if (answer.status >= 300) throw faultOfAnswer(answer.status, answer.headers, tryParse(answer.bytes));
      return parse(answer.bytes);
    },
    ask: async (request, signal) => {
      const { status, headers, bytes } = await receive(request, signal);
      if (status === 429 || status >= 500) throw faultOfAnswer(status, headers, tryParse(bytes));
      return { status, headers, body: tryParse(bytes) };
    },
    askWhateverComes: async (request, signal) => {
      const { status, headers, bytes } = await receive(request, signal);
      return { status, headers, body: tryParse(bytes) };
    },
    output: (url, auth) => ({
      open: (signal) =>
        asProviderError(signal, async () => {
          const isTheirs = auth !== undefined && new URL(url).origin === auth.origin;
          const headers = isTheirs ? auth.headers : {};
          const asked = { headers, signal, maxBytes: MAX_OUTPUT_BYTES };
          // Callers that store a clip only have to handle ProviderError.
          const answer = await outgoing.stream(url, asked, (error) => toProviderError(error, signal));
          if (answer.status !== 200) {
            const words = tryParse(await buffer(Readable.from(firstBytes(answer.body, MAX_ERROR_BYTES))));
            throw isTheirs || !GONE.has(answer.status)
              ? faultOfAnswer(answer.status, answer.headers, words)
              : new ProviderError("unknown_call", `the clip is no longer there (${answer.status})`);
          }
          return { stream: answer.body, contentType: answer.headers["content-type"] };
        }),
    }),
  };
};

async function* firstBytes(source: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += (chunk as Buffer).length;
    yield chunk as Buffer;
    if (bytes > maxBytes) return;
  }
}

const encodeBody = async ({
  json,
  form,
}: ProviderRequest): Promise<{ body?: string | Buffer; type?: string | undefined }> => {
  if (json !== undefined) return { body: JSON.stringify(json), type: "application/json" };
  if (!form) return {};
  const encoded = new Response(form);
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    type: encoded.headers.get("content-type") ?? undefined,
  };
};

const asProviderError = async <T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> => {
  try {
    return await act();
  } catch (error) {
    throw toProviderError(error, signal);
  }
};

const toProviderError = (error: unknown, signal: AbortSignal): Error => {
  if (error instanceof OutgoingError && !signal.aborted) {
    return new ProviderError(FAULTS[error.fault], error.message, { cause: error });
  }
  if (signal.aborted && signal.reason instanceof DOMException && signal.reason.name === "TimeoutError") {
    return new ProviderError("timeout", "the response timed out", { cause: error });
  }
  // An abort by the caller is not a provider error.
  return error instanceof Error ? error : new Error("asking the provider failed", { cause: error });
};

const parse = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw new ProviderError("bad_answer", "the response is not valid JSON", { cause });
  }
};

const tryParse = (bytes: Buffer): unknown => {
  const words = bytes.toString("utf8");
  try {
    return JSON.parse(words);
  } catch {
    // Gateway errors are often plain text or HTML; keep the beginning of plain text.
    return words.trim().startsWith("<") ? undefined : words.slice(0, 300);
  }
};

/** No header without a secret: some servers need none and would refuse an empty one. */
export const authorization = (scheme: string, secret: string | undefined): Record<string, string> =>
  secret === undefined ? {} : { authorization: `${scheme} ${secret}` };

/** For a command that users copy: a placeholder instead of the secret. */
export const placeholderOf = (secret: string | undefined): string | undefined =>
  secret === undefined ? undefined : "$SECRET";
