import { asFormatRefusal, type FormatErrorCodes, refuseFormatFaults } from "../../../platform/format-refusal.ts";

/** The user who registers a dataset chose the data, so every format fault is reported as invalid input. */
const CODES: FormatErrorCodes = {
  malformed: "invalid",
  truncated: "invalid",
  unsupported: "invalid",
  too_large: "invalid",
  missing: "invalid",
  outside: "invalid",
};

export const asSourceRefusal = (error: unknown): unknown => asFormatRefusal(error, CODES);

/** Format faults are permanent and not retried. */
export const refuseSourceFaults = <T>(act: () => Promise<T>): Promise<T> => refuseFormatFaults(CODES, act);
