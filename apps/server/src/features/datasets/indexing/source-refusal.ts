import { asFormatRefusal, type FormatErrorCodes, refuseFormatFaults } from "../../../platform/format-refusal.ts";

/** Whoever registers a dataset names the data, so every fault in it is one of what they named. */
const CODES: FormatErrorCodes = {
  malformed: "invalid",
  truncated: "invalid",
  unsupported: "invalid",
  too_large: "invalid",
  missing: "invalid",
  outside: "invalid",
};

export const asSourceRefusal = (error: unknown): unknown => asFormatRefusal(error, CODES);

/** What a reader refuses stays refused however often it is tried. */
export const refuseSourceFaults = <T>(act: () => Promise<T>): Promise<T> => refuseFormatFaults(CODES, act);
