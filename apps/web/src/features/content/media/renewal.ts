import type { ContentFile } from "@dailies/contract";
import { useState } from "react";

/** Where the addresses of files came from, and the way to new ones: each is good for some minutes only. */
export interface Renewal {
  givenAtMs: number;
  renew: () => Promise<unknown>;
}

/** What was given within this time has not run out: a failure then is the file's own. */
const FRESH_MS = 60_000;

export const renewIfOld = ({ givenAtMs, renew }: Renewal): void => {
  if (Date.now() - givenAtMs >= FRESH_MS) void renew();
};

/**
 * Keeps the address that plays, although lists bring new ones all the time, until it fails: then the newest is taken,
 * or asked for.
 */
export const useRenewedFile = (file: ContentFile, renewal: Renewal) => {
  const [shown, setShown] = useState(file);
  const [failedUrl, setFailedUrl] = useState<string>();
  const hasFailed = failedUrl === shown.url;
  if (hasFailed && file.url !== shown.url) setShown(file);
  return {
    shown,
    hasFailed,
    onFault: (): void => {
      setFailedUrl(shown.url);
      if (file.url === shown.url) renewIfOld(renewal);
    },
    tryAgain: (): void => setFailedUrl(undefined),
  };
};
