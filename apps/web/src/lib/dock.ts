import { type ComponentType, useSyncExternalStore } from "react";

let docked: ComponentType | undefined;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Puts a part at the edge of the page, where it stays while the reader walks from screen to screen. */
export const showInDock = (part: ComponentType): void => {
  docked = part;
  for (const listener of listeners) listener();
};

export const useDocked = (): ComponentType | undefined => useSyncExternalStore(subscribe, () => docked);
