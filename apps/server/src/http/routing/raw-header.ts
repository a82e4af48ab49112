import type { IncomingMessage } from "node:http";

/**
 * Reads one header without having Node build its table of all headers, which is expensive on the hot path. The first of
 * duplicate headers counts.
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
