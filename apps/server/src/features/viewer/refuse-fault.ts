import type { ErrorCode } from "@dailies/contract";
import { FormatFault, type FormatFaultKind } from "@dailies/formats/format-fault";
import { DomainError } from "../../errors.ts";

const CODES: Readonly<Record<FormatFaultKind, ErrorCode>> = {
  malformed: "invalid",
  truncated: "invalid",
  unsupported: "invalid",
  outside: "invalid",
  // "too_large" of the API asks whether to go on; this does not ask.
  too_large: "invalid",
  missing: "not_found",
};

/** What a reader refuses is a refusal of ours, in the reader's words. */
export const asRefusal = (error: unknown): unknown =>
  error instanceof FormatFault ? new DomainError(CODES[error.kind], error.message, { cause: error }) : error;

export const refusingFaults = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act();
  } catch (error) {
    throw asRefusal(error);
  }
};
