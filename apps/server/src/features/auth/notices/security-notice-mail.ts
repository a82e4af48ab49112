import { type Mail, noticeMail } from "../../../platform/mail.ts";

/** Changes of how somebody signs in that they are told about. */
export const SECURITY_CHANGES = {
  second_factor_added: "An authenticator app was added to your Dailies account just now. Signing in asks for its code.",
  second_factor_removed: "The authenticator app of your Dailies account was removed just now.",
  passkey_added: "A passkey was added to your Dailies account just now. It signs in without a password.",
  passkey_removed: "A passkey of your Dailies account was removed just now. It no longer signs in.",
  recovery_codes_renewed: "New recovery codes of your Dailies account were made just now. The old ones no longer work.",
  sign_on_linked:
    "Single sign-on was linked to your Dailies account just now. Whoever signs in there as that person enters it.",
  sign_on_unlinked: "Single sign-on was unlinked from your Dailies account just now. It no longer signs in.",
  second_factor_reset:
    "An administrator reset the second factors of your Dailies account just now. Its passkeys and its authenticator app no longer work, signing in no longer asks for them, and your sessions were ended.",
} as const;

export type SecurityChange = keyof typeof SECURITY_CHANGES;

const ADVICE = "If you do not know about this, set a new password and tell your administrator at once.";

export const securityNoticeMail = (to: string, what: SecurityChange): Mail =>
  noticeMail({
    to,
    subject: "The sign-in of your Dailies account was changed",
    sentences: [SECURITY_CHANGES[what], ADVICE],
  });
