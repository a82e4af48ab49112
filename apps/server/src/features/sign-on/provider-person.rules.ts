import { sendCodeBody } from "@dailies/contract";
import type { OpenIdAnswer } from "../../platform/openid/openid.ts";
import type { SignOnOptions } from "./sign-on-deps.ts";

/** What the claims of the provider say about a person, as far as we use it. */
export interface ProviderPerson {
  /** Only an address that the provider has verified. */
  readonly email: string | undefined;
  readonly nickname: string;
  readonly realname: string;
  /** Undefined when the claim is missing, which is not the same as no group: some providers leave out long lists. */
  readonly groups: readonly string[] | undefined;
}

const MAX_NAME = 200;

const textOf = (value: unknown): string => (typeof value === "string" ? value.replaceAll("\0", "").trim() : "");

const verifiedEmail = ({ email, email_verified: isVerified }: OpenIdAnswer["claims"]): string | undefined =>
  isVerified === true ? sendCodeBody.shape.email.safeParse(email).data : undefined;

const readGroups = (value: unknown): readonly string[] | undefined => {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((group) => typeof group === "string") : undefined;
};

export const readPerson = (
  { claims, subject }: Pick<OpenIdAnswer, "claims" | "subject">,
  { groupsClaim }: Pick<SignOnOptions, "groupsClaim">,
): ProviderPerson => {
  const email = verifiedEmail(claims);
  const nickname = textOf(claims.preferred_username) || textOf(email) || subject;
  const groups = readGroups(Object.hasOwn(claims, groupsClaim) ? claims[groupsClaim] : undefined);
  return { email, nickname, realname: (textOf(claims.name) || nickname).slice(0, MAX_NAME), groups };
};

export const codesOfGroups = (
  groups: readonly string[],
  { codesByGroup }: Pick<SignOnOptions, "codesByGroup">,
): readonly string[] => [...new Set(groups.flatMap((group) => codesByGroup.get(group) ?? []))];

/** Whether the operator wants an account to be made for this person. */
export const mayBeCreated = (
  { email = "", groups = [] }: ProviderPerson,
  { newAccounts, domains, codesByGroup }: Pick<SignOnOptions, "newAccounts" | "domains" | "codesByGroup">,
): boolean => {
  if (newAccounts === "group") return groups.some((group) => codesByGroup.has(group));
  return newAccounts === "domain" && domains.includes(email.slice(email.lastIndexOf("@") + 1).toLowerCase());
};
