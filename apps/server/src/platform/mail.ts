import { createTransport } from "nodemailer";
import { DomainError } from "../errors.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Absent for a mail in plain text. */
  readonly html?: string;
}

const HTML_ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => HTML_ENTITIES[character] ?? "");

/** The paragraphs are HTML. */
export const mailHtml = (paragraphs: readonly string[]): string =>
  [
    '<!doctype html><html lang="en"><body style="font-family:sans-serif;color:#1f2328;line-height:1.5">',
    ...paragraphs,
    "</body></html>",
  ].join("\n");

interface Notice {
  readonly to: string;
  readonly subject: string;
  readonly sentences: readonly string[];
}

/** A mail that only tells something: a paragraph for each sentence. */
export const noticeMail = ({ to, subject, sentences }: Notice): Mail => ({
  to,
  subject,
  text: `${sentences.join("\n\n")}\n`,
  html: mailHtml(sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`)),
});

export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Connects and authenticates without sending anything. */
  verify(): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 10_000;

export const createMailer = ({ url, from }: { url: string; from: string }): Mailer => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    // Our mails need no files or URLs, so nodemailer must not read any.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      try {
        await transport.sendMail({ from, ...mail });
      } catch (error) {
        throw new DomainError("upstream_failed", "the mail server rejected the message", {
          cause: smtpFault(error),
        });
      }
    },
    verify: async () => {
      await transport.verify();
    },
    close: () => transport.close(),
  };
};

/** Only the codes: the server's text may quote the message, and with it a one-time code. */
const smtpFault = (error: unknown): Error => {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
  return new Error(
    `SMTP ${String(code ?? "failure")} ${String(responseCode ?? "")} at ${String(command ?? "unknown")}`,
  );
};
