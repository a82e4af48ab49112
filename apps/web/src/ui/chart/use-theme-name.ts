import { useSyncExternalStore } from "react";

const subscribe = (listener: () => void): (() => void) => {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
};

/** The theme of the document; a canvas must be repainted when it changes. */
export const useThemeName = (): string =>
  useSyncExternalStore(subscribe, () => document.documentElement.dataset.theme ?? "light");
