import { type FormatErrorCodes, refuseFormatFaults } from "../../platform/format-refusal.ts";

const CODES: FormatErrorCodes = {
  malformed: "invalid",
  truncated: "invalid",
  unsupported: "invalid",
  outside: "invalid",
  // The API's "too_large" asks for confirmation, which does not apply here.
  too_large: "invalid",
  missing: "not_found",
};

/** Turns a reader's FormatFault into a DomainError with the same message. */
export const refusingFaults = <T>(act: () => Promise<T>): Promise<T> => refuseFormatFaults(CODES, act);
