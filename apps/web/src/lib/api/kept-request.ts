import { newRequestKey } from "./request-key.ts";

interface KeptRequest {
  key: string;
  /** The body sent with the key: only the identical body may be sent with it again. */
  body?: unknown;
}

const nameOf = (act: string): string => `request:${act}`;

/** Fallback if storage is unavailable: lasts until reload. */
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
    // Treat unreadable content as absent.
    return undefined;
  }
};

/** A request of this tab that has no response yet. */
export const readKept = (act: string): KeptRequest | undefined => {
  const text = read(act);
  return text === undefined ? undefined : parse(text);
};

/** The idempotency key of the next request: the stored one, or a new one that is stored from now on. */
export const keepKey = (act: string): string => {
  const kept = readKept(act);
  if (kept) return kept.key;
  const key = newRequestKey();
  write(act, { key });
  return key;
};

/** Stored before sending, so that a page closed meanwhile can resume it. */
export const keepBody = (act: string, body: unknown): string => {
  const key = keepKey(act);
  write(act, { key, body });
  return key;
};

/** Called after a response, or when the user discards it. */
export const dropKept = (act: string): void => {
  memory.delete(act);
  try {
    sessionStorage.removeItem(nameOf(act));
  } catch {
    // If storage is not writable there is nothing to remove.
  }
};
