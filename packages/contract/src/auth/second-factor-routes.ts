import { z } from "zod";
import { defineRoutes, moment, nonNegativeInt, okReply, text } from "../kit.ts";
import { currentUser } from "./routes.ts";

export const TOTP_DIGITS = 6;
export const RECOVERY_CODES = 10;

const totpCode = z.string().regex(new RegExp(`^[0-9]{${TOTP_DIGITS}}$`), `the code has ${TOTP_DIGITS} digits`);

/** A code of the authenticator app, or one of the recovery codes. */
export const secondFactorBody = z.union([
  z.strictObject({ totp: totpCode }),
  z.strictObject({ recovery_code: text({ min: 1, max: 40, required: "please enter a recovery code" }) }),
]);

export const secondFactorState = z.object({
  /** Since when signing in needs a code of the authenticator app; null when it does not. */
  totp_since: moment.nullable(),
  recovery_codes_left: nonNegativeInt,
});
export type SecondFactorState = z.infer<typeof secondFactorState>;

/** The only reply that contains recovery codes. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()).length(RECOVERY_CODES) });

export const secondFactorsRoutes = defineRoutes({
  completeLogin: {
    method: "POST",
    path: "/api/auth/login/second_factor",
    access: "public",
    summary: "Complete a sign-in with the second factor",
    body: secondFactorBody,
    reply: currentUser,
    errors: ["not_signed_in", "throttled"],
  },
  getSecondFactor: {
    method: "GET",
    path: "/api/auth/second_factor",
    access: "signed-in",
    beforeSecondFactor: true,
    summary: "Get which second factors one's own account has",
    reply: secondFactorState,
  },
  startTotp: {
    method: "POST",
    path: "/api/auth/second_factor/totp/start",
    access: "signed-in",
    beforeSecondFactor: true,
    freshSignIn: "always",
    summary: "Make a secret for an authenticator app; it counts once a code of it is confirmed",
    /** The secret in base 32, and the address that an app reads from a QR code. */
    reply: z.object({ secret: z.string(), uri: z.string() }),
    errors: ["conflict"],
  },
  confirmTotp: {
    method: "POST",
    path: "/api/auth/second_factor/totp/confirm",
    access: "signed-in",
    beforeSecondFactor: true,
    freshSignIn: "always",
    summary: "Turn on the authenticator app with its first code; the reply has the recovery codes",
    body: z.strictObject({ totp: totpCode }),
    reply: recoveryCodes,
    errors: ["conflict", "not_allowed", "throttled"],
  },
  removeTotp: {
    method: "POST",
    path: "/api/auth/second_factor/totp/remove",
    access: "signed-in",
    freshSignIn: "always",
    summary: "Turn off the authenticator app, with a last code of it or a recovery code",
    body: secondFactorBody,
    reply: okReply,
    errors: ["conflict", "not_allowed", "throttled"],
  },
  renewRecoveryCodes: {
    method: "POST",
    path: "/api/auth/second_factor/recovery_codes",
    access: "signed-in",
    freshSignIn: "always",
    summary: "Replace the recovery codes by new ones",
    reply: recoveryCodes,
    errors: ["conflict"],
  },
});
