import { z } from "zod";
import { defineRoutes, moment, okReply, text, uuid } from "../kit.ts";
import { pageOf } from "../lists.ts";

export const signOnIdentity = z.object({
  id: uuid,
  issuer: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
});
export type SignOnIdentity = z.infer<typeof signOnIdentity>;

/** The address at the provider to which the browser goes. */
const providerAddress = z.object({ url: z.string() });

/** RFC 6749 bounds none of these; providers of ours stay far below. */
const parameter = text({ max: 4_096 }).optional();

export const signOnRoutes = defineRoutes({
  getSignOn: {
    method: "GET",
    path: "/api/auth/sign_on",
    access: "public",
    summary: "Get the name of the provider of single sign-on; null when the operator has configured none",
    reply: z.object({ name: z.string().nullable() }),
  },
  startSignOn: {
    method: "POST",
    path: "/api/auth/sign_on/start",
    access: "public",
    summary: "Get the address at the OpenID provider for signing in; this browser must return within ten minutes",
    body: z.strictObject({
      /** The page to open afterwards. */
      redirect: text({ max: 2_048 }).default(""),
    }),
    reply: providerAddress,
    errors: ["not_found", "throttled", "unavailable"],
  },
  signOnCallback: {
    method: "GET",
    path: "/api/auth/sign_on/callback",
    access: "public",
    summary: "Take the answer of the OpenID provider: sign in or link, then redirect to a page of the console",
    query: z.object({
      code: parameter,
      state: parameter,
      iss: parameter,
      error: parameter,
      error_description: parameter,
    }),
    raw: { status: 303, contentType: "text/plain" },
    errors: ["not_found"],
  },
  signOnLogout: {
    method: "POST",
    path: "/api/auth/sign_on/logout",
    access: "public",
    summary: "Take a logout token of the OpenID provider and end the sessions that it names (back-channel logout)",
    raw: { status: 200, contentType: "application/json" },
    rawBytes: { max: 16 * 1024 },
    errors: ["not_found", "throttled"],
  },
  listSignOnIdentities: {
    method: "GET",
    path: "/api/auth/sign_on/identities",
    access: "signed-in",
    summary: "List the identities at OpenID providers that are linked to one's own account",
    reply: pageOf(signOnIdentity),
  },
  startSignOnLink: {
    method: "POST",
    path: "/api/auth/sign_on/link",
    access: "signed-in",
    freshSignIn: "always",
    summary: "Get the address at the OpenID provider for linking an identity to one's own account",
    reply: providerAddress,
    errors: ["not_found", "throttled", "unavailable"],
  },
  unlinkSignOn: {
    method: "POST",
    path: "/api/auth/sign_on/identities/:id/unlink",
    access: "signed-in",
    freshSignIn: "always",
    summary:
      "Unlink an identity from one's own account, with the permissions that its groups gave, and end one's other sessions",
    params: z.object({ id: uuid }),
    reply: okReply,
    errors: ["conflict", "not_found"],
  },
});
