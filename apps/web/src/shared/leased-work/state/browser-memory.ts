/** Fallback if storage is unavailable: lasts as long as the page. */
const memory = new Map<string, string>();

const parse = (text: string | null | undefined): unknown => {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Treat unreadable content as absent.
    return undefined;
  }
};

export const readKept = (name: string): unknown => {
  try {
    return parse(localStorage.getItem(name));
  } catch {
    return parse(memory.get(name));
  }
};

/** Undefined removes it. */
export const writeKept = (name: string, value: unknown): void => {
  const text = value === undefined ? undefined : JSON.stringify(value);
  memory.delete(name);
  try {
    if (text === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    if (text !== undefined) memory.set(name, text);
  }
};

export const namesUnder = (prefix: string): string[] => {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [...memory.keys()].filter((name) => name.startsWith(prefix));
  }
};
