import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { aTokenKey, type TokenAlgorithm } from "../../testing/outsiders/token-keys.ts";
import { decodeToken, isSignedByOneOf, readSigningKeys } from "./json-web-token.ts";

const ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"] as const satisfies TokenAlgorithm[];
const signing = ALGORITHMS.map((alg) => aTokenKey(alg));
const published = readSigningKeys({ keys: signing.map(({ publicJwk }) => publicJwk) });

const isVerified = (token: string, keys = published): boolean => {
  const decoded = decodeToken(token);
  return decoded !== undefined && isSignedByOneOf(decoded, keys);
};

describe.each(signing)("a token signed with $kid", ({ signToken, publicJwk }) => {
  const token = signToken({ sub: "somebody" });

  it("is verified by that key, also when it does not name it", () => {
    expect(isVerified(token)).toBe(true);
    expect(isVerified(signToken({}, { kid: undefined }))).toBe(true);
    expect(isVerified(token, readSigningKeys({ keys: [{ ...publicJwk, alg: undefined, use: undefined }] }))).toBe(true);
    expect(decodeToken(token)?.claims).toEqual({ sub: "somebody" });
  });

  it("is refused when anything about it differs", () => {
    const [head = "", payload = "", signature = ""] = token.split(".");
    const other = Buffer.from(JSON.stringify({ sub: "another" })).toString("base64url");
    const flipped = Buffer.from(signature, "base64url");
    flipped.writeUInt8(flipped.readUInt8(9) ^ 1, 9);
    const tokens = [
      `${head}.${other}.${signature}`,
      `${head}.${payload}.${flipped.toString("base64url")}`,
      `${head}.${payload}.${signature.slice(0, 40)}`,
      `${head}.${payload}.`,
      `${head}.${payload}`,
      `${token}.${signature}`,
      signToken({}, { kid: "of nobody" }),
      signToken({}, { alg: "none" }),
      signToken({}, { alg: "HS256" }),
      signToken({}, { crit: ["b64"], b64: false }),
    ];
    expect(tokens.map((each) => isVerified(each))).toEqual(tokens.map(() => false));
  });
});

describe("the keys of an issuer", () => {
  it("count only when they are meant for signatures, strong, and of a kind that we know", () => {
    const weak = generateKeyPairSync("rsa", { modulusLength: 1_024 }).publicKey.export({ format: "jwk" });
    const curve = generateKeyPairSync("ec", { namedCurve: "P-384" }).publicKey.export({ format: "jwk" });
    const [{ publicJwk, signToken } = aTokenKey("RS256")] = signing;
    expect(
      readSigningKeys({ keys: [{ ...publicJwk, use: "enc" }, { kty: "oct", k: "AAAA" }, { kty: "RSA" }, null] }),
    ).toEqual([]);
    const named = { kid: "a key for RS256" };
    expect(isVerified(signToken({}), readSigningKeys({ keys: [{ ...weak, ...named }] }))).toBe(false);
    expect(isVerified(signToken({}, { alg: "ES256" }), readSigningKeys({ keys: [{ ...curve, ...named }] }))).toBe(
      false,
    );
    expect(() => readSigningKeys({ error: "not here" })).toThrow();
  });
});
