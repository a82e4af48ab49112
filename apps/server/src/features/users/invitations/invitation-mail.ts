import { escapeHtml, type Mail, mailHtml } from "../../../platform/mail.ts";

interface Invited {
  readonly email: string;
  readonly username: string;
  readonly realname: string;
}

/**
 * Links to the sign-in page with the email filled in. Contains no secret: the code is requested there, by the browser that
 * will use it.
 */
export const invitationMail = ({ email, username, realname }: Invited, publicOrigin: string): Mail => {
  const link = `${publicOrigin}/#/login?email=${encodeURIComponent(email)}`;
  const sentences = [
    `Hello ${realname},`,
    `An account was made for you on Dailies. Your username is ${username}.`,
    "Open the page below and ask for a one-time code. It is sent to this address; after signing in you set a password.",
  ];
  const closing = "If you do not know what this is about, you can ignore this message.";
  return {
    to: email,
    subject: "You are invited to Dailies",
    text: `${[...sentences, link, closing].join("\n\n")}\n`,
    html: mailHtml([
      ...sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`),
      `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
      `<p>${closing}</p>`,
    ]),
  };
};
