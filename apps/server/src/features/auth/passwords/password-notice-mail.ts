import type { Mail } from "../../../platform/mail.ts";

const SENTENCES = [
  "The password of your Dailies account was set or changed just now, and your other sessions were ended.",
  "If this was not you, sign in with a one-time code, set a new password and tell your administrator.",
];

export const passwordNoticeMail = (to: string): Mail => ({
  to,
  subject: "Your Dailies password was changed",
  text: `${SENTENCES.join("\n\n")}\n`,
  html: [
    '<!doctype html><html lang="en"><body style="font-family:sans-serif;color:#1f2328;line-height:1.5">',
    ...SENTENCES.map((sentence) => `<p>${sentence}</p>`),
    "</body></html>",
  ].join("\n"),
});
