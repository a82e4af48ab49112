import { type ComponentType, useSyncExternalStore } from "react";

let docked: ComponentType | undefined;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Renders a component in the dock, where it stays across navigation. */
export const showInDock = (part: ComponentType): void => {
  docked = part;
  for (const listener of listeners) listener();
};

export const useDocked = (): ComponentType | undefined => useSyncExternalStore(subscribe, () => docked);
