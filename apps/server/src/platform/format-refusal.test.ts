import { FORMAT_FAULTS, FormatFault } from "@dailies/formats/format-fault";
import { describe, expect, it } from "vitest";
import { DomainError } from "../errors.ts";
import { type FormatErrorCodes, refuseFormatFaults } from "./format-refusal.ts";

const CODES: FormatErrorCodes = {
  malformed: "upstream_failed",
  truncated: "upstream_failed",
  unsupported: "invalid",
  too_large: "invalid",
  missing: "not_found",
  outside: "not_found",
};
const failing = (error: Error) => refuseFormatFaults(CODES, () => Promise.reject(error));

describe("refusing the faults of a format", () => {
  it.each(FORMAT_FAULTS)("gives %s the feature's code and keeps the reader's words", async (kind) => {
    const fault = new FormatFault(kind, "the index names 3 shards and there are 2");
    const refusal = await failing(fault).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DomainError);
    const { code, message, cause } = refusal as DomainError;
    expect([code, message, cause]).toEqual([CODES[kind], fault.message, fault]);
  });

  it("leaves results and every other error as they are", async () => {
    expect(await refuseFormatFaults(CODES, async () => 7)).toBe(7);
    const bug = new TypeError("not a function");
    await expect(failing(bug)).rejects.toBe(bug);
  });
});
