import type { IncomingMessage } from "node:http";

/**
 * The value of a header, without having Node build its table of all of them: on a request whose session is known, that
 * table would be among the dearest things left. Of a header sent twice the first counts.
 */
export const rawHeader = ({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">, name: string): string | undefined => {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const candidate = rawHeaders[i];
    if (candidate?.length === name.length && (candidate === name || candidate.toLowerCase() === name)) {
      return rawHeaders[i + 1];
    }
  }
  return undefined;
};
