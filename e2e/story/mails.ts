interface CaughtMail {
  readonly to: readonly { readonly address: string }[];
  readonly text?: string;
}

const CODE = /sign-in code is (\d{6})/;

export const mailsTo = async (mailApiUrl: string, address: string): Promise<CaughtMail[]> => {
  const response = await fetch(`${mailApiUrl}/email`);
  if (!response.ok) throw new Error(`the mail catcher answered ${response.status}`);
  const mails = (await response.json()) as CaughtMail[];
  return mails.filter(({ to }) => to.some((recipient) => recipient.address === address));
};

/** The newest code that was mailed to the address, as its owner would read it. */
export const findCode = async (mailApiUrl: string, address: string): Promise<string | undefined> => {
  const own = await mailsTo(mailApiUrl, address);
  return own.map(({ text }) => CODE.exec(text ?? "")?.[1]).findLast((code) => code !== undefined);
};
