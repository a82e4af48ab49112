import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadCommonPasswords } from "./common-passwords.ts";
import { passwordFault } from "./password.rules.ts";

const common = await loadCommonPasswords();
const fault = (password: string, names: string[] = []) => passwordFault(password, names, common, []);

describe("which passwords are taken", () => {
  it.each([
    "password1234",
    "Password2026!",
    "123456789012",
    "aaaaaaaaaaaa",
    "abcabcabcabcabc",
    "qwertyuiopas",
    "passwordpassword",
    "zyxwvutsrqponm",
    "Ｐａｓｓｗｏｒｄ１２３４",
  ])("refuses the common password %s", (password) => expect(fault(password)).toContain("first that are tried"));

  it.each([
    "correct horse battery staple",
    "Läuft-am-Abend-19",
    "我们今天看的样片很好看呢",
    "tr0ub4dor & three friends",
  ])("accepts the password %s", (password) => expect(fault(password)).toBeUndefined());

  it("refuses a password with the username in it, in any case", () => {
    expect(fault("I am RITA, who else", ["rita"])).toContain("username");
    expect(fault("a bit of everything", ["bo"])).toBeUndefined();
  });

  it.each([
    ["my-DAILIES-passphrase", [], "dailies"],
    ["see you at Hill Road Film 7", ["hill road film"], "hill road film"],
    ["ＮＯＲＴＨＬＩＧＨＴ for ever", ["NorthLight"], "NorthLight"],
  ])("refuses %s for a word of the product or the organisation", (password, words, word) => {
    expect(passwordFault(password, [], common, words)).toContain(`must not contain "${word}"`);
  });

  it("takes a password that contains a word too short to be told from others", () => {
    expect(passwordFault("correct horse battery staple", [], common, ["or", ""])).toBeUndefined();
  });

  it("takes nearly everything that was chosen at random", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-zA-Z0-9]{16}$/),
        (password) => new Set(password).size < 8 || fault(password) === undefined,
      ),
    );
  });
});
