import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface CaughtMail {
  readonly to: string[];
  /** The raw message: headers, text part, html part. */
  readonly raw: string;
}

export interface MailBox {
  readonly url: string;
  readonly mails: readonly CaughtMail[];
  /** Refuses the next mails with a transient error, as a busy server would. */
  refuseNext(count: number): void;
  close(): Promise<void>;
}

/** A real SMTP server that stores what it receives. */
export const openMailBox = async (): Promise<MailBox> => {
  const mails: CaughtMail[] = [];
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, session, done) => {
      text(stream).then((raw) => {
        if (refusals > 0) {
          refusals -= 1;
          return done(
            Object.assign(new Error(`try later, could not store: ${raw}`.slice(0, 400)), { responseCode: 451 }),
          );
        }
        mails.push({ to: session.envelope.rcptTo.map((recipient) => recipient.address), raw });
        return done();
      }, done);
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuseNext: (count) => {
      refusals = count;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

export const codeIn = (mail: CaughtMail): string => {
  const code = /sign-in code is (\d{6})/.exec(mail.raw)?.[1];
  if (!code) throw new Error("this mail has no code");
  return code;
};
