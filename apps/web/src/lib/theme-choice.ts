import { useSyncExternalStore } from "react";
import { readStored, removeStored, writeStored } from "./storage.ts";

export const THEME_CHOICES = ["system", "light", "dark"] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];
export type ThemeMode = "light" | "dark";

const listeners = new Set<() => void>();
const darkSystem = (): MediaQueryList => window.matchMedia("(prefers-color-scheme: dark)");

export const themeChoice = (): ThemeChoice => {
  const stored = readStored("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
};

export const themeMode = (): ThemeMode => {
  const choice = themeChoice();
  if (choice !== "system") return choice;
  return darkSystem().matches ? "dark" : "light";
};

/** Sets the mode on the document, where the theme variables are defined, and notifies subscribed components. */
const apply = (): void => {
  document.documentElement.dataset.theme = themeMode();
  for (const listener of listeners) listener();
};

export const chooseTheme = (choice: ThemeChoice): void => {
  if (choice === "system") removeStored("theme");
  else writeStored("theme", choice);
  apply();
};

/** Called once at startup, outside React: the error screen follows the system theme as well. */
export const watchSystemTheme = (): void => darkSystem().addEventListener("change", apply);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, themeChoice);
export const useThemeMode = (): ThemeMode => useSyncExternalStore(subscribe, themeMode);
