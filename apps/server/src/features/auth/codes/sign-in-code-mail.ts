import { type Mail, mailHtml } from "../../../platform/mail.ts";
import { SIGN_IN_CODE_VALID_MINUTES } from "./sign-in-code.rules.ts";

/** The code stays out of the subject, which mail servers log and phones show on a locked screen. */
export const signInCodeMail = (to: string, code: string): Mail => ({
  to,
  subject: "Your Dailies sign-in code",
  text: [
    `Your sign-in code is ${code}`,
    "",
    `It is valid for ${SIGN_IN_CODE_VALID_MINUTES} minutes and works once, in the browser that asked for it.`,
    "If you did not ask for it, you can ignore this message.",
    "",
  ].join("\n"),
  html: mailHtml([
    "<p>Your sign-in code is</p>",
    `<p style="font-size:28px;letter-spacing:6px;font-family:monospace">${code}</p>`,
    `<p>It is valid for ${SIGN_IN_CODE_VALID_MINUTES} minutes and works once, in the browser that asked for it.</p>`,
    "<p>If you did not ask for it, you can ignore this message.</p>",
  ]),
});
