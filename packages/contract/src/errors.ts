import { z } from "zod";

/** Stable error codes and their HTTP statuses. */
export const ERROR_STATUS = {
  malformed: 400,
  not_signed_in: 401,
  not_allowed: 403,
  /** Allowed, but only soon after the caller has proved who they are. */
  stale_sign_in: 403,
  /** The account has to set up a second factor before it can do anything else. */
  second_factor_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  throttled: 429,
  internal: 500,
  upstream_failed: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const errorDetail = z.union([z.string(), z.array(z.object({ msg: z.string(), loc: z.string() }))]);

export const errorReply = z.object({
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  detail: errorDetail,
  request_id: z.string(),
});

export type ErrorReply = z.infer<typeof errorReply>;
