import { describe, expect, it } from "vitest";
import { aTokenKey } from "../../testing/outsiders/token-keys.ts";
import { decodeToken, readSigningKeys } from "./json-web-token.ts";
import { createSignatureCheck } from "./signature-check.ts";

const MINUTE_MS = 60_000;

const anIssuer = () => {
  let nowMs = 0;
  let reads = 0;
  const issuer = { key: aTokenKey("EdDSA"), isDown: false };
  const check = createSignatureCheck(
    async () => {
      reads += 1;
      if (issuer.isDown) throw new Error("down");
      return readSigningKeys({ keys: [issuer.key.publicJwk] });
    },
    () => nowMs,
  );
  const isSigned = (key = issuer.key): Promise<boolean> => {
    const token = decodeToken(key.signToken({}));
    if (!token) throw new Error("the test made no token");
    return check(token);
  };
  const wait = (ms: number): void => {
    nowMs += ms;
  };
  return { issuer, isSigned, wait, reads: () => reads };
};

describe("the keys that signatures are verified with", () => {
  it("are read once for many tokens, and again after an hour", async () => {
    const { isSigned, wait, reads } = anIssuer();
    expect(await Promise.all([isSigned(), isSigned(), isSigned()])).toEqual([true, true, true]);
    wait(59 * MINUTE_MS);
    expect(await isSigned()).toBe(true);
    expect(reads()).toBe(1);
    wait(MINUTE_MS);
    expect(await isSigned()).toBe(true);
    expect(reads()).toBe(2);
  });

  it("are read again for a token of an unknown key, at most once a minute", async () => {
    const { issuer, isSigned, wait, reads } = anIssuer();
    await isSigned();
    const forger = aTokenKey("EdDSA");
    wait(MINUTE_MS);
    for (let token = 0; token < 20; token++) expect(await isSigned(forger)).toBe(false);
    expect(reads()).toBe(2);
    issuer.key = aTokenKey("EdDSA", "a new name");
    expect(await isSigned()).toBe(false);
    wait(MINUTE_MS);
    expect(await isSigned()).toBe(true);
    expect(reads()).toBe(3);
  });

  it("are not believed beyond their hour while the issuer is down", async () => {
    const { issuer, isSigned, wait } = anIssuer();
    await isSigned();
    issuer.isDown = true;
    wait(60 * MINUTE_MS);
    await expect(isSigned()).rejects.toThrow("down");
    issuer.isDown = false;
    expect(await isSigned()).toBe(true);
  });
});
