import type { ContentFile } from "@dailies/contract";
import { useState } from "react";

/** When the signed URLs were issued, and how to get new ones: each is valid for a few minutes only. */
export interface Renewal {
  givenAtMs: number;
  renew: () => Promise<unknown>;
}

/** URLs issued within this time have not expired, so an error is the file's own. */
const FRESH_MS = 60_000;

export const renewIfOld = ({ givenAtMs, renew }: Renewal): void => {
  if (Date.now() - givenAtMs >= FRESH_MS) void renew();
};

/**
 * Keeps the URL that is playing although refetches bring new ones. When it fails, switches to the newest, or requests one.
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
