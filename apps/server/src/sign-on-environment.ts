import { INTERNAL_ROLE, PERMISSION_KEY, ROLE } from "@dailies/contract";
import { z } from "zod";
import { list } from "./comma-list.ts";
import { isLoopbackOrigin } from "./platform/loopback.ts";

/** A JSON object from the groups of an OpenID provider to permission codes. */
const groupCodes = z
  .string()
  .default("{}")
  .transform((written, context): unknown => {
    try {
      return JSON.parse(written);
    } catch {
      context.addIssue({ code: "custom", message: 'write it as JSON, such as {"video-leads":["USE_VERSION_1_0"]}' });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string().min(1), z.array(z.string().regex(PERMISSION_KEY))));

/** Variables of single sign-on by OpenID Connect. */
export const signOnVariables = {
  /** Without an issuer there is no single sign-on. */
  DAILIES_OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  DAILIES_OIDC_CLIENT_ID: z.string().min(1).optional(),
  DAILIES_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** The button on the login page reads "Sign in with" and this name. */
  DAILIES_OIDC_NAME: z.string().min(1).max(60).default("single sign-on"),
  DAILIES_OIDC_SCOPES: z
    .string()
    .regex(/^openid(?: [\w:./-]+)*$/, "begin with openid")
    .default("openid email profile"),
  DAILIES_OIDC_GROUPS_CLAIM: z.string().min(1).default("groups"),
  DAILIES_OIDC_GROUP_CODES: groupCodes,
  /** Who gets an account at the first sign-in: nobody, members of a mapped group, or verified addresses of the domains. */
  DAILIES_OIDC_NEW_ACCOUNTS: z.enum(["off", "group", "domain"]).default("off"),
  DAILIES_OIDC_DOMAINS: list
    .pipe(
      z.array(
        z
          .string()
          .regex(/^[^@\s]+$/)
          .toLowerCase(),
      ),
    )
    .default([]),
  DAILIES_OIDC_NEW_ACCOUNT_ROLE: z.string().regex(ROLE).default(INTERNAL_ROLE),
  /** With which the operator's directory provisions accounts by SCIM; without it nothing does. */
  DAILIES_SCIM_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{32,}$/, "needs at least 32 characters: letters, digits and -._~+/=")
    .optional(),
};

/** A half-configured provider stops the start instead of the first sign-in. */
export const signOnFaults = (source: NodeJS.ProcessEnv): string[] => {
  const { DAILIES_OIDC_ISSUER: issuer, DAILIES_OIDC_NEW_ACCOUNTS: newAccounts } = source;
  if (issuer === undefined) return [];
  const faults = (["DAILIES_OIDC_CLIENT_ID", "DAILIES_OIDC_CLIENT_SECRET"] as const)
    .filter((name) => source[name] === undefined)
    .map((name) => `${name}: an issuer is set, so it is needed`);
  if (newAccounts === "domain" && !source.DAILIES_OIDC_DOMAINS)
    faults.push("DAILIES_OIDC_DOMAINS: new accounts are made by domain, so it is needed");
  const isPlain = URL.canParse(issuer) && new URL(issuer).protocol === "http:" && !isLoopbackOrigin(issuer);
  if (source.DAILIES_MODE === "production" && isPlain)
    faults.push("DAILIES_OIDC_ISSUER: tokens pass between us and the provider in production, so it must be https");
  return faults;
};

type SignOnVariables = z.output<z.ZodObject<typeof signOnVariables>>;

export const signOnOf = (env: SignOnVariables) => {
  const { DAILIES_OIDC_ISSUER: issuer, DAILIES_OIDC_CLIENT_ID: clientId } = env;
  const { DAILIES_OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return {
    issuer,
    clientId,
    clientSecret,
    name: env.DAILIES_OIDC_NAME,
    scopes: env.DAILIES_OIDC_SCOPES,
    groupsClaim: env.DAILIES_OIDC_GROUPS_CLAIM,
    codesByGroup: new Map(Object.entries(env.DAILIES_OIDC_GROUP_CODES)),
    newAccounts: env.DAILIES_OIDC_NEW_ACCOUNTS,
    domains: env.DAILIES_OIDC_DOMAINS,
    newAccountRole: env.DAILIES_OIDC_NEW_ACCOUNT_ROLE,
  };
};
