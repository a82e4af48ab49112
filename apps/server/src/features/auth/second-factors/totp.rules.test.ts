import { describe, expect, it } from "vitest";
import { findStep, stepAt, toBase32, totpAt, totpUri } from "./totp.rules.ts";

const SECRET = Buffer.from("12345678901234567890");
const at = (seconds: number): Date => new Date(seconds * 1000);

describe("a time-based code", () => {
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at second %i is the one of RFC 6238", (seconds, code) => {
    expect(totpAt(SECRET, stepAt(at(seconds)))).toBe(code);
  });

  it("is accepted one step early and one step late, and not further", () => {
    const now = at(1_234_567_890);
    const step = stepAt(now);
    for (const off of [-1, 0, 1]) expect(findStep(SECRET, totpAt(SECRET, step + off), now)).toBe(step + off);
    for (const off of [-2, 2]) expect(findStep(SECRET, totpAt(SECRET, step + off), now)).toBeUndefined();
  });

  it("comes from a secret that apps read in base 32", () => {
    expect(toBase32(SECRET)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    expect(totpUri("ida o'neil", "GEZDGNBV")).toBe(
      "otpauth://totp/Dailies:ida%20o'neil?secret=GEZDGNBV&issuer=Dailies&algorithm=SHA1&digits=6&period=30",
    );
  });
});
