/** All localStorage keys of the console. */
export const STORAGE_KEYS = {
  username: "username",
  menuCollapsed: "menu-collapsed",
  theme: "theme",
  language: "language",
  paletteRecent: "palette-recent",
  labelKeys: "label-keys",
} as const;

export type StorageKey = keyof typeof STORAGE_KEYS;

/** Fallback if the browser refuses storage (private windows may); lost with the tab. */
const memory = new Map<StorageKey, string>();

export const readStored = (key: StorageKey): string | undefined => {
  try {
    return localStorage.getItem(STORAGE_KEYS[key]) ?? undefined;
  } catch {
    return memory.get(key);
  }
};

export const writeStored = (key: StorageKey, value: string): void => {
  try {
    localStorage.setItem(STORAGE_KEYS[key], value);
  } catch {
    memory.set(key, value);
  }
};

export const removeStored = (key: StorageKey): void => {
  memory.delete(key);
  try {
    localStorage.removeItem(STORAGE_KEYS[key]);
  } catch {
    // If storage is not writable there is nothing to remove.
  }
};

export const readMenuCollapsed = (): boolean => readStored("menuCollapsed") === "true";
export const writeMenuCollapsed = (isCollapsed: boolean): void => writeStored("menuCollapsed", String(isCollapsed));
