import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSeal, SealError } from "./seal.ts";
import { secretKeysOf } from "./secret-keys.ts";

const key = randomBytes(32);
const secretKeys = secretKeysOf(key);
const about = ["mail.token", "3"];
const { seal, open } = createSeal(secretKeys, "settings");

describe("a seal", () => {
  it("opens to what was put in, and never looks the same twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.string()), (text, words) => {
        const sealed = seal(text, words);
        expect(open(sealed, words)).toBe(text);
        expect(seal(text, words).equals(sealed)).toBe(false);
      }),
    );
  });

  it("does not show the text", () => {
    expect(seal("a canary in the clear", about).includes("canary")).toBe(false);
  });

  it("does not open when any byte was changed or cut off", () => {
    const sealed = seal("secret", about);
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => open(changed, about)).toThrow(SealError);
      expect(() => open(sealed.subarray(0, index), about)).toThrow(SealError);
    }
  });

  it("does not open for another purpose, key, thing or version", () => {
    const sealed = seal("secret", about);
    expect(() => createSeal(secretKeys, "cookies").open(sealed, about)).toThrow(SealError);
    expect(() => createSeal(secretKeysOf(randomBytes(32)), "settings").open(sealed, about)).toThrow(SealError);
    for (const other of [["mail.token", "4"], ["mail.tokens", "3"], ["mail.token"], ["mail.token3"], []]) {
      expect(() => open(sealed, other)).toThrow(SealError);
    }
  });

  it("opens with an additional key, and names the key when it is not configured", () => {
    const sealed = seal("secret", about);
    const next = randomBytes(32);
    expect(createSeal(secretKeysOf(next, [key]), "settings").open(sealed, about)).toBe("secret");
    const alone = createSeal(secretKeysOf(next), "settings");
    expect(() => alone.open(sealed, about)).toThrow(`needs the key ${secretKeys.current.id}, which is not configured`);
  });
});
