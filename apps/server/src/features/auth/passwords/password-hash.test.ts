import { describe, expect, it } from "vitest";
import { hashesAtOnce } from "./password-hash.ts";

describe("the queue of password hashes", () => {
  it("makes two at a time at most, and leaves a core to everything else", () => {
    expect([1, 2, 3, 4, 64].map(hashesAtOnce)).toEqual([1, 1, 2, 2, 2]);
  });
});
