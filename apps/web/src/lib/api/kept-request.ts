import { newRequestKey } from "./request-key.ts";

interface KeptRequest {
  key: string;
  /** What went out under the key, once it went out: only the very same may go out under it again. */
  body?: unknown;
}

const nameOf = (act: string): string => `request:${act}`;

/** Where storage is refused a request lasts as long as the page; then a reload starts anew. */
const memory = new Map<string, string>();

const read = (act: string): string | undefined => {
  try {
    return sessionStorage.getItem(nameOf(act)) ?? undefined;
  } catch {
    return memory.get(act);
  }
};

const write = (act: string, request: KeptRequest): void => {
  const text = JSON.stringify(request);
  try {
    sessionStorage.setItem(nameOf(act), text);
  } catch {
    memory.set(act, text);
  }
};

const parse = (text: string): KeptRequest | undefined => {
  try {
    const value = JSON.parse(text) as Partial<KeptRequest> | null;
    return typeof value?.key === "string" ? { key: value.key, body: value.body } : undefined;
  } catch {
    // Somebody else's text under our name is as good as none.
    return undefined;
  }
};

/** What this tab asked for and has seen no answer to. */
export const readKept = (act: string): KeptRequest | undefined => {
  const text = read(act);
  return text === undefined ? undefined : parse(text);
};

/** The key of the next request of this act: the one kept from before, or a new one that is kept from now on. */
export const keepKey = (act: string): string => {
  const kept = readKept(act);
  if (kept) return kept.key;
  const key = newRequestKey();
  write(act, { key });
  return key;
};

/** Before it goes out, so that a page that is closed meanwhile knows of it when it is opened again. */
export const keepBody = (act: string, body: unknown): string => {
  const key = keepKey(act);
  write(act, { key, body });
  return key;
};

/** Once it is answered, or given up. */
export const dropKept = (act: string): void => {
  memory.delete(act);
  try {
    sessionStorage.removeItem(nameOf(act));
  } catch {
    // Storage that cannot be written holds nothing to remove.
  }
};
