import { expect, it } from "vitest";
import { hashesAtOnce } from "./password-hash.ts";

it("hashes two passwords at a time at most, and leaves a core to everything else", () => {
  expect([1, 2, 3, 4, 64].map(hashesAtOnce)).toEqual([1, 1, 2, 2, 2]);
});
