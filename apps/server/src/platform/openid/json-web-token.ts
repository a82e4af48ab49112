// Signatures of JSON Web Tokens (JWT, JWS, RFC 7515) by the public keys that their issuer publishes (JWKS, RFC 7517).
import { constants, createPublicKey, type KeyObject, verify } from "node:crypto";
import { z } from "zod";

interface Algorithm {
  readonly hash: "sha256" | null;
  readonly fits: (key: KeyObject) => boolean;
  readonly options: { readonly padding?: number; readonly saltLength?: number; readonly dsaEncoding?: "ieee-p1363" };
}

const MIN_RSA_BITS = 2_048;

const isStrongRsa = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS;

/** Signatures by key pairs only: neither `none`, nor an HMAC, for which a public key could pass as the secret. */
const ALGORITHMS = {
  RS256: { hash: "sha256", fits: isStrongRsa, options: {} },
  PS256: {
    hash: "sha256",
    fits: isStrongRsa,
    options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  },
  ES256: {
    hash: "sha256",
    fits: ({ asymmetricKeyType: type, asymmetricKeyDetails: details }) =>
      type === "ec" && details?.namedCurve === "prime256v1",
    options: { dsaEncoding: "ieee-p1363" },
  },
  EdDSA: { hash: null, fits: ({ asymmetricKeyType: type }) => type === "ed25519", options: {} },
} as const satisfies Readonly<Record<string, Algorithm>>;

const tokenHeader = z.object({
  alg: z.enum(["RS256", "PS256", "ES256", "EdDSA"]),
  kid: z.string().optional(),
  typ: z.string().optional(),
  /** Extensions that a reader must understand: we know none. */
  crit: z.never().optional(),
});

export interface DecodedToken {
  readonly header: z.output<typeof tokenHeader>;
  /** Believe them only once the signature is verified. */
  readonly claims: unknown;
  readonly signed: Buffer;
  readonly signature: Buffer;
}

const BASE64URL = /^[\w-]+$/;

const readPart = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
};

/** Undefined for a text that is no signed token, or is signed by an algorithm that we refuse. */
export const decodeToken = (token: string): DecodedToken | undefined => {
  const [head = "", payload = "", signature = "", ...more] = token.split(".");
  if (more.length > 0 || ![head, payload, signature].every((part) => BASE64URL.test(part))) return undefined;
  const { data: header } = tokenHeader.safeParse(readPart(head));
  return (
    header && {
      header,
      claims: readPart(payload),
      signed: Buffer.from(`${head}.${payload}`),
      signature: Buffer.from(signature, "base64url"),
    }
  );
};

export interface SigningKey {
  readonly kid: string | undefined;
  /** The only algorithm that the issuer uses it for, if it says so. */
  readonly alg: string | undefined;
  readonly key: KeyObject;
}

const keySet = z.object({ keys: z.array(z.unknown()) });
const word = z.string().optional();
const publishedKey = z.object({
  kty: z.enum(["RSA", "EC", "OKP"]),
  kid: word,
  alg: word,
  use: z.literal("sig").optional(),
  n: word,
  e: word,
  crv: word,
  x: word,
  y: word,
});
const MAX_KEYS = 50;

/** The keys of a JWKS that sign. Those of a kind that we do not know are left out. */
export const readSigningKeys = (document: unknown): SigningKey[] =>
  keySet
    .parse(document)
    .keys.slice(0, MAX_KEYS)
    .flatMap((published) => {
      const { data: jwk } = publishedKey.safeParse(published);
      if (!jwk) return [];
      try {
        return [{ kid: jwk.kid, alg: jwk.alg, key: createPublicKey({ key: jwk, format: "jwk" }) }];
      } catch {
        return [];
      }
    });

/** Whether one of these keys has signed the token; a token that names its key is compared with that one only. */
export const isSignedByOneOf = (
  { header: { alg, kid }, signed, signature }: DecodedToken,
  keys: readonly SigningKey[],
): boolean => {
  const { hash, fits, options }: Algorithm = ALGORITHMS[alg];
  return keys
    .filter((known) => (kid === undefined || known.kid === kid) && (known.alg === undefined || known.alg === alg))
    .some(({ key }) => fits(key) && verify(hash, signed, { key, ...options }, signature));
};
