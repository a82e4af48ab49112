import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPermissionCode, PERMISSION_CODES, PLATFORM_FLAGS, platformFlags } from "./access.ts";

const code = fc.oneof(
  fc.constantFrom(...PERMISSION_CODES),
  fc.constantFrom(...Object.keys(PLATFORM_FLAGS)),
  fc.string(),
);
const codes = fc.array(code, { maxLength: 30 });
const RUNS = { numRuns: 2_000 };

describe("T2: platform flags are combined, never counted", () => {
  it("does not change when a code is repeated", () => {
    fc.assert(
      fc.property(codes, fc.nat(), (list, at) => {
        const repeated = list.length === 0 ? list : [...list, list[at % list.length] ?? ""];
        expect(platformFlags(repeated)).toBe(platformFlags(list));
      }),
      RUNS,
    );
  });

  it("never loses a flag when a code is added, wherever it is added", () => {
    fc.assert(
      fc.property(codes, code, fc.nat(), (list, added, at) => {
        const before = platformFlags(list);
        const after = platformFlags(list.toSpliced(at % (list.length + 1), 0, added));
        expect(after & before).toBe(before);
      }),
      RUNS,
    );
  });

  it("does not depend on the order", () => {
    fc.assert(
      fc.property(codes, (list) => {
        expect(platformFlags(list.toReversed())).toBe(platformFlags(list));
      }),
      RUNS,
    );
  });

  it("holds the administrator's flag only when the code is there", () => {
    fc.assert(
      fc.property(codes, (list) => {
        const isAdmin = (platformFlags(list) & PLATFORM_FLAGS.MAGI_ADMIN) !== 0;
        expect(isAdmin).toBe(list.includes("MAGI_ADMIN"));
      }),
      RUNS,
    );
  });

  it("is the sum that the product names, for a list without repetition", () => {
    const flags = Object.entries(PLATFORM_FLAGS).filter(([name]) => name !== "MAGI_DEFAULT");
    fc.assert(
      fc.property(fc.subarray(flags), (some) => {
        const sum = some.reduce((total, [, value]) => total + value, PLATFORM_FLAGS.MAGI_DEFAULT as number);
        expect(platformFlags(some.map(([name]) => name))).toBe(sum);
      }),
      RUNS,
    );
  });

  it("does not make an administrator of somebody who views payments twice", () => {
    expect(platformFlags(["MAGI_VIEW_PAYMENTS", "MAGI_VIEW_PAYMENTS"])).toBe(129);
    expect(isPermissionCode("MAGI_DEFAULT")).toBe(false);
  });
});
