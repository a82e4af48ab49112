import { MESSAGES } from "@dailies/contract/messages";

interface Failure {
  /** 0 if there was no response. */
  status: number;
  code: string;
  detail?: unknown;
  requestId?: string;
  /** The failed request without its query, which may contain private data. */
  method?: string;
  path?: string;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: unknown;
  readonly requestId: string | undefined;
  readonly method: string | undefined;
  readonly path: string | undefined;

  constructor({ status, code, detail, requestId, method, path }: Failure) {
    super(detailText(detail) ?? (status === 0 ? "the server cannot be reached" : MESSAGES.unknownError));
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
    this.method = method;
    this.path = path;
  }
}

const isFault = (item: unknown): item is { msg: string } =>
  typeof item === "object" && item !== null && "msg" in item && typeof item.msg === "string";

/**
 * The text of an error: a string as is, a list as one line per item, undefined for any other shape. Parsed by hand: the
 * login page needs it, and the contract's schema would pull in zod.
 */
export const detailText = (detail: unknown): string | undefined => {
  if (typeof detail === "string") return detail || undefined;
  if (!Array.isArray(detail) || detail.length === 0 || !detail.every(isFault)) return undefined;
  return detail.map((item) => item.msg).join("\n");
};

export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
/** A setting now requires a second factor that the account does not have. */
export const isSecondFactorNeeded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "second_factor_needed";
export const isNetworkFailure = (error: unknown): boolean => error instanceof ApiError && error.status === 0;
