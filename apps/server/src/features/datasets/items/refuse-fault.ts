import { type FormatErrorCodes, refuseFormatFaults } from "../../../platform/format-refusal.ts";

/** The data was indexed once, so a broken object is a fault of its storage and not of who asks for a row. */
const CODES: FormatErrorCodes = {
  malformed: "upstream_failed",
  truncated: "upstream_failed",
  unsupported: "invalid",
  too_large: "invalid",
  missing: "not_found",
  outside: "not_found",
};

/** What is wrong with the data of others is told as it is: nobody here can mend it. */
export const refuseFault = <T>(act: () => Promise<T>): Promise<T> => refuseFormatFaults(CODES, act);
