import { TimeoutError } from "../../platform/concurrency/with-timeout.ts";

/** A fault that we detected, with our own message. */
export class EngineFault extends Error {}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses connections",
  ECONNRESET: "closed the connection",
  ECONNECTION: "cannot be reached",
  ESOCKET: "cannot be reached",
  EDNS: "its address is not known",
  ENOTFOUND: "its address is not known",
  EAI_AGAIN: "its address is not known",
  EHOSTUNREACH: "cannot be reached",
  ETIMEDOUT: "does not answer",
  EAUTH: "refuses our credentials",
  "28P01": "refuses our credentials",
  "28000": "refuses our credentials",
  "3D000": "has no such database",
  "57P03": "is starting",
  NoSuchBucket: "has no such bucket",
  NotFound: "has no such bucket",
  Forbidden: "refuses our credentials",
  InvalidAccessKeyId: "refuses our credentials",
  SignatureDoesNotMatch: "refuses our credentials",
};

const MAX_CAUSES = 5;

/** Our own wording only: an engine's message may contain an address, a user name or a password. */
export const describeFault = (error: unknown): string => {
  let current: unknown = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth++) {
    if (current instanceof EngineFault) return current.message;
    if (current instanceof TimeoutError) return `does not answer within ${current.timeoutMs / 1000} s`;
    const words = WORDS[codeOf(current)] ?? WORDS[current.name] ?? wordsOfMessage(current.message);
    if (words) return words;
    current = firstOf(current) ?? current.cause;
  }
  return "failed, see the server's log";
};

const codeOf = (error: Error): string => ("code" in error ? String(error.code) : "");

/** Several addresses were tried for one host name. */
const firstOf = (error: Error): unknown => (error instanceof AggregateError ? error.errors[0] : undefined);

const wordsOfMessage = (message: string): string | undefined => {
  if (/NOAUTH|WRONGPASS/.test(message)) return "refuses our credentials";
  if (/ECONNREFUSED|Connection is closed|Failed to connect/i.test(message)) return "refuses connections";
  if (/timed? ?out|timeout/i.test(message)) return "does not answer";
  return undefined;
};
