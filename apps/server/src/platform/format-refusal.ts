import type { ErrorCode } from "@dailies/contract";
import { FormatFault, type FormatFaultKind } from "@dailies/formats/format-fault";
import { DomainError } from "../errors.ts";

/** Maps each fault of a format reader to an error code of the feature. */
export type FormatErrorCodes = Readonly<Record<FormatFaultKind, ErrorCode>>;

/** Turns a FormatFault into a DomainError with the same message; other errors pass through. */
export const asFormatRefusal = (error: unknown, codes: FormatErrorCodes): unknown =>
  error instanceof FormatFault ? new DomainError(codes[error.kind], error.message, { cause: error }) : error;

export const refuseFormatFaults = async <T>(codes: FormatErrorCodes, act: () => Promise<T>): Promise<T> => {
  try {
    return await act();
  } catch (error) {
    throw asFormatRefusal(error, codes);
  }
};
