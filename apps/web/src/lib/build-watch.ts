import { useSyncExternalStore } from "react";

let isStale = false;
const listeners = new Set<() => void>();

/** A screen's file is missing, or a newer build was deployed: offer a reload. */
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

/** The build id of this page; the development server sets none. */
export const ownBuildId = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="build-id"]')?.content;

export const isNewerBuild = async (ownId: string): Promise<boolean> => {
  try {
    const response = await fetch("/build.json", { cache: "no-store" });
    const newest: unknown = response.ok ? await response.json() : undefined;
    return typeof newest === "object" && newest !== null && "id" in newest && newest.id !== ownId;
  } catch {
    // While offline nothing is known about builds; the offline banner covers that case.
    return false;
  }
};

/** Detects a newer build: on a missing file, and whenever the tab becomes visible. */
export const watchBuild = (): void => {
  window.addEventListener("vite:preloadError", reportStaleBuild);
  const ownId = ownBuildId();
  if (!ownId) return;
  document.addEventListener("visibilitychange", async () => {
    if (document.visibilityState === "visible" && (await isNewerBuild(ownId))) reportStaleBuild();
  });
};
