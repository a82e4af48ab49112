import { type FormatErrorCodes, refuseFormatFaults } from "../../../platform/format-refusal.ts";

/** The data was indexed successfully, so a broken object is a fault of its storage and not of the caller. */
const CODES: FormatErrorCodes = {
  malformed: "upstream_failed",
  truncated: "upstream_failed",
  unsupported: "invalid",
  too_large: "invalid",
  missing: "not_found",
  outside: "not_found",
};

/** Format faults are returned as they are, because the data is external and the console cannot repair it. */
export const refuseFault = <T>(act: () => Promise<T>): Promise<T> => refuseFormatFaults(CODES, act);
