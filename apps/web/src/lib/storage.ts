/** All localStorage keys of the console. */
export const STORAGE_KEYS = {
  username: "username",
  menuCollapsed: "menu-collapsed",
  theme: "theme",
  language: "language",
  paletteRecent: "palette-recent",
  labelKeys: "label-keys",
  signOutPending: "sign-out-pending",
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

/** How the console looks in this browser, which says nothing of anybody. */
const LOOKS =
  /^(menu-collapsed|theme|language|label-keys|table-density|table-hidden:.*|synced-player\.mode|dataset-rail)$/;
/** Labels and judgements that a user has begun or not sent yet: the server may not have them, and only their author can send them. */
const UNSENT_WORK = /^(label|evaluating)\.(draft|review\.draft|adjudication\.draft|outbox)\./;

const outlivesUser = (name: string): boolean => LOOKS.test(name) || UNSENT_WORK.test(name);

/** Everything that this browser knows of its user; unsent work stays for when they sign in again. */
export const clearStored = (): void => {
  memory.clear();
  try {
    for (const name of Object.keys(localStorage)) if (!outlivesUser(name)) localStorage.removeItem(name);
    // Requests without a response are here, with what they were about.
    sessionStorage.clear();
  } catch {
    // A browser that refuses storage has stored nothing.
  }
};

export const readMenuCollapsed = (): boolean => readStored("menuCollapsed") === "true";
export const writeMenuCollapsed = (isCollapsed: boolean): void => writeStored("menuCollapsed", String(isCollapsed));
