import { z } from "zod";
import { defineRoutes, okReply, uuid } from "../kit.ts";
import { pageOf } from "../lists.ts";
import {
  passkeyAssertion,
  passkeyCreationOptions,
  passkeyItem,
  passkeyName,
  passkeyRegistration,
  passkeyRequestOptions,
} from "./passkey-schemas.ts";
import { currentUser } from "./routes.ts";
import { recoveryCodes, secondFactorBody } from "./second-factor-routes.ts";

/** Another passkey or the same one, a code of the authenticator app, or a recovery code. */
export const passkeyRemovalBody = z.union([...secondFactorBody.options, z.strictObject({ passkey: passkeyAssertion })]);

export const passkeysRoutes = defineRoutes({
  startPasskeySignIn: {
    method: "POST",
    path: "/api/auth/login/passkey/start",
    access: "public",
    summary: "Get a challenge for signing in with a passkey alone; it is answered once, within five minutes",
    reply: passkeyRequestOptions,
    errors: ["throttled"],
  },
  signInWithPasskey: {
    method: "POST",
    path: "/api/auth/login/passkey",
    access: "public",
    summary: "Sign in with a passkey alone: the device has verified its user, so no second step follows",
    body: passkeyAssertion,
    reply: currentUser,
    errors: ["not_signed_in", "throttled"],
  },
  startPasskeySecondStep: {
    method: "POST",
    path: "/api/auth/login/second_factor/passkey/start",
    access: "public",
    summary: "Get a challenge for completing a sign-in with a passkey",
    reply: passkeyRequestOptions,
    errors: ["not_signed_in", "throttled"],
  },
  completeLoginWithPasskey: {
    method: "POST",
    path: "/api/auth/login/second_factor/passkey",
    access: "public",
    summary: "Complete a sign-in with a passkey",
    body: passkeyAssertion,
    reply: currentUser,
    errors: ["not_signed_in", "throttled"],
  },
  startPasskeyConfirmation: {
    method: "POST",
    path: "/api/auth/confirm_identity/passkey/start",
    access: "signed-in",
    summary: "Get a challenge for confirming who one is with a passkey, or for removing one",
    reply: passkeyRequestOptions,
    errors: ["throttled"],
  },
  confirmIdentityWithPasskey: {
    method: "POST",
    path: "/api/auth/confirm_identity/passkey",
    access: "signed-in",
    summary:
      "Prove again who one is with a passkey, as calls that answer stale_sign_in require; renews the session's token",
    body: passkeyAssertion,
    reply: okReply,
    errors: ["not_allowed", "throttled"],
  },
  listPasskeys: {
    method: "GET",
    path: "/api/auth/passkeys",
    access: "signed-in",
    beforeSecondFactor: true,
    summary: "List one's own passkeys, the oldest first",
    reply: pageOf(passkeyItem),
  },
  startPasskeyEnrolment: {
    method: "POST",
    path: "/api/auth/passkeys/start",
    access: "signed-in",
    beforeSecondFactor: true,
    freshSignIn: "always",
    summary: "Get a challenge for a new passkey",
    reply: passkeyCreationOptions,
    errors: ["conflict", "throttled"],
  },
  createPasskey: {
    method: "POST",
    path: "/api/auth/passkeys/create",
    access: "signed-in",
    beforeSecondFactor: true,
    freshSignIn: "always",
    summary:
      "Add a passkey and end one's other sessions; with the first second factor the reply has the recovery codes",
    body: z.strictObject({ name: passkeyName, credential: passkeyRegistration }),
    reply: z.object({
      passkey: passkeyItem,
      /** Null when the account has recovery codes already. */
      recovery_codes: recoveryCodes.shape.recovery_codes.nullable(),
    }),
    errors: ["conflict", "not_allowed"],
  },
  renamePasskey: {
    method: "POST",
    path: "/api/auth/passkeys/:id/rename",
    access: "signed-in",
    summary: "Rename one of one's own passkeys",
    params: z.object({ id: uuid }),
    body: z.strictObject({ name: passkeyName }),
    reply: passkeyItem,
    errors: ["not_found"],
  },
  removePasskey: {
    method: "POST",
    path: "/api/auth/passkeys/:id/remove",
    access: "signed-in",
    freshSignIn: "always",
    summary: "Remove one of one's own passkeys and end one's other sessions, with a proof of any second factor",
    params: z.object({ id: uuid }),
    body: passkeyRemovalBody,
    reply: okReply,
    errors: ["not_allowed", "not_found", "throttled"],
  },
});
