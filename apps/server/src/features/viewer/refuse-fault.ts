import { type FormatErrorCodes, refuseFormatFaults } from "../../platform/format-refusal.ts";

const CODES: FormatErrorCodes = {
  malformed: "invalid",
  truncated: "invalid",
  unsupported: "invalid",
  outside: "invalid",
  // "too_large" of the API asks whether to go on; this does not ask.
  too_large: "invalid",
  missing: "not_found",
};

/** What a reader refuses is a refusal of ours, in the reader's words. */
export const refusingFaults = <T>(act: () => Promise<T>): Promise<T> => refuseFormatFaults(CODES, act);
