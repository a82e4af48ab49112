import { FormatFault, type FormatFaultKind } from "@dailies/formats/format-fault";
import { DomainError } from "../../../errors.ts";

const CODES: Readonly<Record<FormatFaultKind, DomainError["code"]>> = {
  malformed: "upstream_failed",
  truncated: "upstream_failed",
  unsupported: "invalid",
  too_large: "invalid",
  missing: "not_found",
  outside: "not_found",
};

/** What is wrong with the data of others is told as it is: nobody here can mend it. */
export const refuseFault = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act();
  } catch (error) {
    if (error instanceof FormatFault) throw new DomainError(CODES[error.kind], error.message, { cause: error });
    throw error;
  }
};
