import type { ErrorCode } from "@dailies/contract";

/** An expected refusal, in words for the user. Anything else that is thrown is a bug and becomes a 500. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  /** How long the caller should wait before trying again, when waiting helps. */
  readonly retryAfterS: number | undefined;
  constructor(code: ErrorCode, message: string, options: { retryAfterS?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfterS = options.retryAfterS;
  }
}

export interface Issue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

/** A request that does not have the shape its route declares. */
export class InvalidRequest extends Error {
  readonly issues: readonly Issue[];
  constructor(part: "params" | "query" | "body", issues: readonly Issue[]) {
    super(`invalid ${part}`);
    this.issues = issues;
  }
}
