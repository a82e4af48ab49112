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

/** Variables of single sign-on, and of what a company's directory may do. */
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
  /** People sign in at Feishu or Lark with the app of DAILIES_LARK_APP_ID, instead of at an OpenID provider. */
  DAILIES_LARK_SIGN_ON: z.stringbool().default(false),
  DAILIES_LARK_ACCOUNTS_URL: z.url({ protocol: /^https?$/ }).default("https://accounts.feishu.cn"),
  /** With which the operator's directory provisions accounts by SCIM; without it nothing does. */
  DAILIES_SCIM_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{32,}$/, "needs at least 32 characters: letters, digits and -._~+/=")
    .optional(),
};

const isPlainInProduction = ({ DAILIES_MODE: mode }: NodeJS.ProcessEnv, address: string): boolean =>
  mode === "production" && URL.canParse(address) && new URL(address).protocol === "http:" && !isLoopbackOrigin(address);

/** A half-configured provider stops the start instead of the first sign-in. */
export const signOnFaults = (source: NodeJS.ProcessEnv): string[] => {
  const { DAILIES_OIDC_ISSUER: issuer, DAILIES_OIDC_NEW_ACCOUNTS: newAccounts } = source;
  if (z.stringbool().safeParse(source.DAILIES_LARK_SIGN_ON).data) return larkFaults(source);
  if (issuer === undefined) return [];
  const faults = (["DAILIES_OIDC_CLIENT_ID", "DAILIES_OIDC_CLIENT_SECRET"] as const)
    .filter((name) => source[name] === undefined)
    .map((name) => `${name}: an issuer is set, so it is needed`);
  if (newAccounts === "domain" && !source.DAILIES_OIDC_DOMAINS)
    faults.push("DAILIES_OIDC_DOMAINS: new accounts are made by domain, so it is needed");
  if (isPlainInProduction(source, issuer))
    faults.push("DAILIES_OIDC_ISSUER: tokens pass between us and the provider in production, so it must be https");
  return faults;
};

const larkFaults = (source: NodeJS.ProcessEnv): string[] => {
  const faults = (["DAILIES_LARK_APP_ID", "DAILIES_LARK_APP_SECRET"] as const)
    .filter((name) => source[name] === undefined)
    .map((name) => `${name}: people sign in at Feishu or Lark, so it is needed`);
  if (source.DAILIES_OIDC_ISSUER !== undefined)
    faults.push("DAILIES_OIDC_ISSUER: people sign in at Feishu or Lark, and one provider is supported");
  if ((source.DAILIES_OIDC_NEW_ACCOUNTS ?? "off") !== "off")
    faults.push("DAILIES_OIDC_NEW_ACCOUNTS: Feishu and Lark verify no address, so accounts cannot be made from them");
  for (const name of ["DAILIES_LARK_ACCOUNTS_URL", "DAILIES_LARK_BASE_URL"] as const)
    if (isPlainInProduction(source, source[name] ?? ""))
      faults.push(`${name}: secrets of people and of the app pass there in production, so it must be https`);
  return faults;
};

interface SignOnVariables extends z.output<z.ZodObject<typeof signOnVariables>> {
  readonly DAILIES_LARK_APP_ID?: string | undefined;
  readonly DAILIES_LARK_APP_SECRET?: string | undefined;
  readonly DAILIES_LARK_BASE_URL: string;
}

/** Where people sign in, and as whom the console asks there. */
const providerOf = (env: SignOnVariables) =>
  env.DAILIES_LARK_SIGN_ON
    ? {
        issuer: new URL(env.DAILIES_LARK_ACCOUNTS_URL).origin,
        clientId: env.DAILIES_LARK_APP_ID,
        clientSecret: env.DAILIES_LARK_APP_SECRET,
        larkApiUrl: env.DAILIES_LARK_BASE_URL,
      }
    : {
        issuer: env.DAILIES_OIDC_ISSUER,
        clientId: env.DAILIES_OIDC_CLIENT_ID,
        clientSecret: env.DAILIES_OIDC_CLIENT_SECRET,
        larkApiUrl: undefined,
      };

export const signOnOf = (env: SignOnVariables) => {
  const { issuer, clientId, clientSecret, larkApiUrl } = providerOf(env);
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return {
    issuer,
    clientId,
    clientSecret,
    larkApiUrl,
    name: env.DAILIES_OIDC_NAME,
    scopes: env.DAILIES_OIDC_SCOPES,
    groupsClaim: env.DAILIES_OIDC_GROUPS_CLAIM,
    codesByGroup: new Map(Object.entries(env.DAILIES_OIDC_GROUP_CODES)),
    newAccounts: env.DAILIES_OIDC_NEW_ACCOUNTS,
    domains: env.DAILIES_OIDC_DOMAINS,
    newAccountRole: env.DAILIES_OIDC_NEW_ACCOUNT_ROLE,
  };
};
