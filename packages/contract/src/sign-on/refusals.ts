/** Why the provider's answer opened no session or linked nothing; the login page and the start page have the words. */
export const SIGN_ON_REFUSALS = [
  "expired",
  "denied",
  "refused",
  "unreachable",
  "throttled",
  "unknown_account",
  "unverified_email",
  "email_taken",
  "disabled",
  "linked_elsewhere",
  "has_other_link",
] as const;
export type SignOnRefusal = (typeof SIGN_ON_REFUSALS)[number];
