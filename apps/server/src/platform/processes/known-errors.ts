import type { ErrorCode } from "@dailies/contract";
import { FormatFault, type FormatFaultKind } from "@dailies/formats/format-fault";
import { DomainError } from "../../errors.ts";
import type { CallFault } from "./call-messages.ts";

type KnownData =
  | { readonly of: "domain"; readonly code: ErrorCode; readonly retryAfterS: number | undefined }
  | { readonly of: "format"; readonly kind: FormatFaultKind; readonly at: number | undefined };

/** What refusals carry besides their message. */
export const describeKnown = (error: unknown): CallFault["data"] => {
  if (error instanceof DomainError)
    return { of: "domain", code: error.code, retryAfterS: error.retryAfterS } satisfies KnownData;
  if (error instanceof FormatFault) return { of: "format", kind: error.kind, at: error.at } satisfies KnownData;
  return undefined;
};

/** The refusal that another process described; undefined for any other error. */
export const reviveKnown = ({ message, stack, data }: CallFault): Error | undefined => {
  const known = data as KnownData | undefined;
  const cause = stack === undefined ? undefined : new Error(stack);
  if (known?.of === "domain")
    return new DomainError(known.code, message, {
      cause,
      ...(known.retryAfterS !== undefined && { retryAfterS: known.retryAfterS }),
    });
  return known?.of === "format" ? new FormatFault(known.kind, message, known.at) : undefined;
};
