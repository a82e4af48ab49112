import type { ErrorCode } from "@dailies/contract";

interface DomainErrorOptions {
  readonly retryAfterS?: number;
  readonly cause?: unknown;
  readonly loggedAs?: string;
}

/** An expected error with a message for the user. Any other error is a bug and becomes a 500. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  /** When a retry makes sense, the seconds to wait before it. */
  readonly retryAfterS: number | undefined;
  /** What the access log calls it, where operators must tell it from other refusals of its code and clients need not. */
  readonly loggedAs: string;
  constructor(code: ErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfterS = options.retryAfterS;
    this.loggedAs = options.loggedAs ?? code;
  }
}

export interface Issue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

/** A request that does not match its route's schema. */
export class InvalidRequest extends Error {
  readonly issues: readonly Issue[];
  constructor(part: "params" | "query" | "body", issues: readonly Issue[]) {
    super(`invalid ${part}`);
    this.issues = issues;
  }
}
