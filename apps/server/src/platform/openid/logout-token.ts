// The claims of a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). The signature is verified apart.
import { z } from "zod";
import type { DecodedToken } from "./json-web-token.ts";
import { OpenIdError } from "./openid-error.ts";

/** Whose sessions the provider ends. */
export interface LogoutToken {
  readonly issuer: string;
  /** Unique among the tokens of the issuer. */
  readonly id: string;
  /** At least one of the two is there. */
  readonly subject: string | undefined;
  readonly sid: string | undefined;
  readonly issuedAt: Date;
}

const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";
const MAX_AGE_S = 120;
/** Of the provider's clock and ours. */
const TOLERANCE_S = 30;

/** As long as the tables keep them. */
const identifier = z
  .string()
  .min(1)
  .max(255)
  .refine((value) => !value.includes("\0"));

const logoutClaims = z
  .object({
    iss: z.string(),
    aud: z.union([z.string(), z.array(z.string())]),
    iat: z.number(),
    exp: z.number().optional(),
    jti: z.string().min(1),
    sub: identifier.optional(),
    sid: identifier.optional(),
    events: z.object({ [LOGOUT_EVENT]: z.object({}) }),
    /** An ID token has one: it must not pass as a logout token, nor this as that. */
    nonce: z.never().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/**
 * The specification only recommends the type, for the sake of old providers. We insist on it, because nothing else keeps other
 * tokens of the provider apart for certain.
 */
const hasLogoutType = ({ header }: DecodedToken): boolean =>
  header.typ?.toLowerCase().replace(/^application\//, "") === "logout+jwt";

/** Throws an OpenIdError unless the token orders a logout, of us and now. */
export const readLogoutClaims = (
  token: DecodedToken,
  { clientId, now }: { clientId: string; now: Date },
): LogoutToken => {
  if (!hasLogoutType(token)) throw new OpenIdError("refused", "its type is not that of a logout token");
  const { data: claims } = logoutClaims.safeParse(token.claims);
  if (!claims) throw new OpenIdError("refused", "its claims are not those of a logout token");
  const { iss, aud, iat, exp, jti, sub, sid } = claims;
  if (![aud].flat().includes(clientId)) throw new OpenIdError("refused", "it is meant for another client");
  const ageS = now.getTime() / 1_000 - iat;
  if (ageS < -TOLERANCE_S || ageS >= MAX_AGE_S + TOLERANCE_S)
    throw new OpenIdError("refused", "it is older than two minutes, or the clocks differ");
  if (exp !== undefined && exp + TOLERANCE_S <= now.getTime() / 1_000)
    throw new OpenIdError("refused", "it has expired");
  return { issuer: iss, id: jti, subject: sub, sid, issuedAt: new Date(iat * 1_000) };
};
