import { type Mail, noticeMail } from "../../../platform/mail.ts";

/** Changes of how somebody signs in that they are told about. */
export const SECURITY_CHANGES = {
  second_factor_added: "An authenticator app was added to your Dailies account just now. Signing in asks for its code.",
  second_factor_removed: "The authenticator app of your Dailies account was removed just now.",
  recovery_codes_renewed: "New recovery codes of your Dailies account were made just now. The old ones no longer work.",
  second_factor_reset:
    "An administrator reset the second factor of your Dailies account just now. Signing in no longer asks for it, and your sessions were ended.",
} as const;

export type SecurityChange = keyof typeof SECURITY_CHANGES;

const ADVICE = "If you do not know about this, set a new password and tell your administrator at once.";

export const securityNoticeMail = (to: string, what: SecurityChange): Mail =>
  noticeMail({
    to,
    subject: "The sign-in of your Dailies account was changed",
    sentences: [SECURITY_CHANGES[what], ADVICE],
  });
