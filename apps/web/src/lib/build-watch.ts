import { useSyncExternalStore } from "react";

let isStale = false;
const listeners = new Set<() => void>();

/** A screen's file is gone, or a newer build was announced: the page should be loaded anew when the reader likes. */
export const reportStaleBuild = (): void => {
  if (isStale) return;
  isStale = true;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsBuildStale = (): boolean => useSyncExternalStore(subscribe, () => isStale);

/** The id this page was built under; the development server gives none. */
export const ownBuildId = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="build-id"]')?.content;

export const isNewerBuild = async (ownId: string): Promise<boolean> => {
  try {
    const response = await fetch("/build.json", { cache: "no-store" });
    const newest: unknown = response.ok ? await response.json() : undefined;
    return typeof newest === "object" && newest !== null && "id" in newest && newest.id !== ownId;
  } catch {
    // Without a connection nothing is known about builds; being offline is shown by its own banner.
    return false;
  }
};

/** Watches for a newer build: on a missing file, and whenever the tab is looked at again. */
export const watchBuild = (): void => {
  window.addEventListener("vite:preloadError", reportStaleBuild);
  const ownId = ownBuildId();
  if (!ownId) return;
  document.addEventListener("visibilitychange", async () => {
    if (document.visibilityState === "visible" && (await isNewerBuild(ownId))) reportStaleBuild();
  });
};
