import { z } from "zod";
import { defineRoutes, email, moment, nonNegativeInt, okReply, text, uuid } from "../kit.ts";
import { pageOf } from "../lists.ts";
import { MESSAGES } from "../messages.ts";

export const CODE_LENGTH = 6;
export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 256;

/** An existing password is only compared, so raising the minimum length does not lock anyone out. */
const givenPassword = text({ min: 1, max: PASSWORD_MAX_LENGTH, required: MESSAGES.enterPassword });
const newPassword = text({ min: PASSWORD_MIN_LENGTH, max: PASSWORD_MAX_LENGTH, required: MESSAGES.enterPassword });

export const passwordLogin = z.strictObject({
  /** The username or the e-mail address. */
  username: text({ min: 1, max: 254, required: "please enter a username" }),
  password: givenPassword,
});

export const codeLogin = z.strictObject({
  email,
  code: z.string().regex(new RegExp(`^[0-9]{${CODE_LENGTH}}$`), `the code has ${CODE_LENGTH} digits`),
});

export const loginBody = z.union([passwordLogin, codeLogin]);
export const sendCodeBody = z.strictObject({ email });
export const setPasswordBody = z.strictObject({ password: newPassword, current_password: givenPassword.optional() });

/** The password, or the code mailed to the caller's own address. */
export const confirmIdentityBody = z.union([
  z.strictObject({ password: givenPassword }),
  codeLogin.pick({ code: true }),
]);

export const currentUser = z.object({
  username: z.string(),
  realname: z.string(),
  user_role: z.string(),
  is_external: z.boolean(),
  is_password_set: z.boolean(),
  /** Open list: administrators can create further codes. */
  perms: z.array(z.string()),
  platform_flags: nonNegativeInt,
  /** The published setting `platform.fine_grained_admin`: whether a single flag opens its own screens. */
  fine_grained_admin: z.boolean(),
  /** Nothing else is open before the account has set up a second factor. */
  must_set_up_second_factor: z.boolean(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** The first factor was right; the session opens once the second one is given. */
export const secondFactorAwaited = z.object({
  second_factors: z.array(z.enum(["passkey", "totp", "recovery_code"])).min(1),
});
export type SecondFactorKind = z.infer<typeof secondFactorAwaited>["second_factors"][number];

export const loginReply = z.union([secondFactorAwaited, currentUser]);

export const sessionItem = z.object({
  id: uuid,
  is_current: z.boolean(),
  user_agent: z.string(),
  network: z.string(),
  created_at: moment,
  last_seen_at: moment,
});
export type SessionItem = z.infer<typeof sessionItem>;

export const authRoutes = defineRoutes({
  login: {
    method: "POST",
    path: "/api/auth/login",
    access: "public",
    summary: "Sign in with a password or with a one-time code; an account with a second factor continues with it",
    body: loginBody,
    reply: loginReply,
    errors: ["not_signed_in", "throttled"],
  },
  sendCode: {
    method: "POST",
    path: "/api/auth/send_code",
    access: "public",
    summary: "Mail a one-time code; the answer is the same for known and unknown addresses",
    body: sendCodeBody,
    reply: okReply,
    errors: ["throttled"],
  },
  setPassword: {
    method: "POST",
    path: "/api/auth/set_password",
    access: "signed-in",
    freshSignIn: "sometimes",
    beforeSecondFactor: true,
    summary: "Set one's own password and end one's other sessions",
    body: setPasswordBody,
    reply: okReply,
    errors: ["not_allowed", "throttled"],
  },
  confirmIdentity: {
    method: "POST",
    path: "/api/auth/confirm_identity",
    access: "signed-in",
    beforeSecondFactor: true,
    summary: "Prove again who one is, as calls that answer stale_sign_in require; renews the session's token",
    body: confirmIdentityBody,
    reply: okReply,
    errors: ["not_allowed", "throttled"],
  },
  sendConfirmationCode: {
    method: "POST",
    path: "/api/auth/confirm_identity/send_code",
    access: "signed-in",
    beforeSecondFactor: true,
    summary: "Mail a one-time code for confirm_identity to one's own address",
    reply: okReply,
    errors: ["throttled"],
  },
  me: {
    method: "GET",
    path: "/api/auth/me",
    access: "signed-in",
    beforeSecondFactor: true,
    summary: "Get the current user with permissions",
    reply: currentUser,
  },
  logout: {
    method: "GET",
    path: "/api/auth/logout",
    access: "public",
    changesState: true,
    summary: "End the caller's session, if there is one",
    reply: okReply,
  },
  listSessions: {
    method: "GET",
    path: "/api/auth/sessions",
    access: "signed-in",
    summary: "List one's own active sessions, the most recently used first",
    reply: pageOf(sessionItem),
  },
  endSession: {
    method: "DELETE",
    path: "/api/auth/sessions/:id",
    access: "signed-in",
    freshSignIn: "always",
    summary: "End one of one's own sessions",
    params: z.object({ id: uuid }),
    reply: okReply,
    errors: ["not_found"],
  },
  endOtherSessions: {
    method: "POST",
    path: "/api/auth/sessions/end_others",
    access: "signed-in",
    freshSignIn: "always",
    summary: "End all of one's own sessions except this one",
    reply: z.object({ ended: nonNegativeInt }),
  },
});
