import type { ErrorCode } from "@dailies/contract";
import { FormatFault, type FormatFaultKind } from "@dailies/formats/format-fault";
import { DomainError } from "../errors.ts";

/** Which error code each fault of a reader has for the callers of a feature. */
export type FormatErrorCodes = Readonly<Record<FormatFaultKind, ErrorCode>>;

/** A fault in the data of others becomes a refusal in the reader's words; anything else stays what it is. */
export const asFormatRefusal = (error: unknown, codes: FormatErrorCodes): unknown =>
  error instanceof FormatFault ? new DomainError(codes[error.kind], error.message, { cause: error }) : error;

export const refuseFormatFaults = async <T>(codes: FormatErrorCodes, act: () => Promise<T>): Promise<T> => {
  try {
    return await act();
  } catch (error) {
    throw asFormatRefusal(error, codes);
  }
};
