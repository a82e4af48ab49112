import { useEffect, useState, useSyncExternalStore } from "react";
import { ClipCache } from "./clip-cache.ts";

/** Eight clips of typical length and size take a tenth of this. */
const MAX_BYTES = 256 * 1024 * 1024;

const fetchClip = (url: string, signal: AbortSignal): Promise<Response> => fetch(url, { signal });

/** The clips of the leased items and of the one that may be undone, in order of need. */
export const useClipCache = (urls: readonly string[]): ClipCache => {
  const [cache] = useState(() => new ClipCache({ fetchClip, maxBytes: MAX_BYTES }));
  useSyncExternalStore(cache.subscribe, cache.version);
  const wanted = urls.join(" ");
  useEffect(() => cache.want(wanted === "" ? [] : wanted.split(" ")), [cache, wanted]);
  useEffect(() => () => cache.clear(), [cache]);
  return cache;
};
