import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
} from "node:crypto";

const OPTIONS = {
  RS256: {},
  PS256: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  ES256: { dsaEncoding: "ieee-p1363" },
  EdDSA: {},
} as const;
export type TokenAlgorithm = keyof typeof OPTIONS;

const generate = (alg: TokenAlgorithm): { privateKey: KeyObject; publicKey: KeyObject } => {
  if (alg === "ES256") return generateKeyPairSync("ec", { namedCurve: "P-256" });
  if (alg === "EdDSA") return generateKeyPairSync("ed25519");
  return generateKeyPairSync("rsa", { modulusLength: 2_048 });
};

/** A key pair with which an issuer signs tokens. */
export interface TokenKey {
  readonly kid: string;
  /** As the issuer publishes it. */
  readonly publicJwk: JsonWebKey;
  readonly privateJwk: JsonWebKey;
  /** A signed token (JWS in compact form); fields of the header that are undefined are left out. */
  readonly signToken: (claims: object, header?: Readonly<Record<string, unknown>>) => string;
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");

const restore = (jwk: JsonWebKey): { privateKey: KeyObject; publicKey: KeyObject } => {
  const privateKey = createPrivateKey({ key: jwk, format: "jwk" });
  return { privateKey, publicKey: createPublicKey(privateKey) };
};

/** A new key, or the given one again. */
export const aTokenKey = (alg: TokenAlgorithm, kid = `a key for ${alg}`, given?: JsonWebKey): TokenKey => {
  const { privateKey, publicKey } = given ? restore(given) : generate(alg);
  const named = { kid, alg, use: "sig" };
  return {
    kid,
    publicJwk: { ...publicKey.export({ format: "jwk" }), ...named },
    privateJwk: { ...privateKey.export({ format: "jwk" }), ...named },
    signToken: (claims, header = {}) => {
      const signed = `${encode({ alg, kid, typ: "logout+jwt", ...header })}.${encode(claims)}`;
      const key = { key: privateKey, ...OPTIONS[alg] };
      return `${signed}.${sign(alg === "EdDSA" ? null : "sha256", Buffer.from(signed), key).toString("base64url")}`;
    },
  };
};
