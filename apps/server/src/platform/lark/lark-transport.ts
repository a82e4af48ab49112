import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { DomainError } from "../../errors.ts";
import type { Outgoing } from "../http-client/outgoing.ts";
import { OutgoingError } from "../http-client/outgoing-error.ts";
import { explainLark, isPassing, isTokenFault } from "./lark-error.ts";

export interface LarkOptions {
  readonly appId: string;
  readonly appSecret: string;
  /** The API of Feishu, Lark, or a compatible server. */
  readonly baseUrl: string;
  /** Delay before the first retry; doubles with each further one. */
  readonly retryMs?: number;
}

interface LarkRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Not sent again without an answer: the first attempt may have taken effect. */
  readonly isSentOnce?: boolean;
  /** Instead of JSON. */
  readonly form?: { readonly contentType: string; readonly bytes: Buffer };
}

const reply = z.looseObject({ code: z.number(), msg: z.string().default(""), data: z.unknown().optional() });
const tokenReply = z.looseObject({
  code: z.number(),
  msg: z.string().default(""),
  tenant_access_token: z.string().optional(),
  expire: z.number().optional(),
});

const TRIES = 6;
const ANSWER_MS = 30_000;
const RENEW_BEFORE_MS = 300_000;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends requests with the app's token and retries where Lark's error code allows it. */
export const createLarkTransport = (outgoing: Outgoing, { appId, appSecret, baseUrl, retryMs = 500 }: LarkOptions) => {
  let token: { readonly value: string; readonly untilMs: number } | undefined;

  const exchange = async (asked: LarkRequest, headers: Record<string, string>): Promise<Answer> => {
    const url = new URL(`/open-apis/${asked.path}`, baseUrl);
    for (const [name, value] of Object.entries(asked.query ?? {})) url.searchParams.set(name, value);
    const { contentType, body } = bodyOf(asked);
    const sent = body === undefined ? {} : { body };
    try {
      const { status, bytes } = await outgoing.request(url.href, {
        method: asked.method,
        ...sent,
        signal: AbortSignal.timeout(ANSWER_MS),
        headers: { ...headers, ...contentType },
      });
      return { status, body: parseJson(bytes) };
    } catch (error) {
      if (hasNoAnswer(error)) return { status: 599, body: { code: -1, msg: "no answer" } };
      throw error;
    }
  };

  const renewToken = async (): Promise<string> => {
    const path = "auth/v3/tenant_access_token/internal";
    const json = { app_id: appId, app_secret: appSecret };
    const { status, body } = await exchange({ method: "POST", path, json }, {});
    const answered = tokenReply.safeParse(body);
    if (!answered.success) throw explainLark(status, -1, "no token");
    const { code, msg, tenant_access_token: value, expire = 0 } = answered.data;
    if (code !== 0 || value === undefined) throw explainLark(status, code, msg);
    token = { value, untilMs: Date.now() + expire * 1_000 - RENEW_BEFORE_MS };
    return value;
  };

  const attempt = async (asked: LarkRequest) => {
    const value = token && token.untilMs > Date.now() ? token.value : await renewToken();
    const { status, body } = await exchange(asked, { authorization: `Bearer ${value}` });
    const answered = reply.safeParse(body);
    const { code, msg, data } = answered.success ? answered.data : { code: -1, msg: "no JSON", data: undefined };
    if (isTokenFault(code)) token = undefined;
    return { status, code, msg, data };
  };

  return {
    call: async <T extends z.ZodType>(schema: T, asked: LarkRequest): Promise<z.output<T>> => {
      for (let tried = 1; ; tried++) {
        const { status, code, msg, data } = await attempt(asked);
        if (code === 0) return parseReply(schema, data);
        const mayRepeat = !asked.isSentOnce && isPassing(status, code);
        const isWorthwhile = mayRepeat || (isTokenFault(code) && tried === 1);
        if (!isWorthwhile || tried === TRIES) throw explainLark(status, code, msg);
        // Jitter: two requests refused at the same moment must not retry together.
        await sleep(retryMs * 2 ** (tried - 1) * (0.5 + Math.random() / 2));
      }
    },
  };
};

interface Body {
  readonly contentType: Record<string, string>;
  readonly body: string | Buffer | undefined;
}

const bodyOf = ({ json, form }: LarkRequest): Body => {
  if (form) return { contentType: { "content-type": form.contentType }, body: form.bytes };
  if (json === undefined) return { contentType: {}, body: undefined };
  return { contentType: { "content-type": "application/json; charset=utf-8" }, body: JSON.stringify(json) };
};

const hasNoAnswer = (error: unknown): boolean =>
  error instanceof OutgoingError || (error instanceof Error && error.name === "TimeoutError");

const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
};

const parseReply = <T extends z.ZodType>(schema: T, data: unknown): z.output<T> => {
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw new DomainError("upstream_failed", "Lark returned an unexpected response");
  return parsed.data;
};

export type LarkTransport = ReturnType<typeof createLarkTransport>;
