import type { RememberedUpload, UploadMemory } from "@dailies/uploader/types";
import { z } from "zod";

const PREFIX = "upload:";
/** The server gives up an upload that rests longer. */
const LIVES_MS = 24 * 3_600_000;

const remembered = z.object({ assetId: z.uuid(), version: z.int(), sha256: z.string(), sinceMs: z.number() });

const read = (key: string): z.infer<typeof remembered> | undefined => {
  try {
    return remembered.safeParse(JSON.parse(localStorage.getItem(key) ?? "null")).data;
  } catch {
    // A browser that keeps nothing, or what somebody edited by hand: the upload then begins anew.
    return undefined;
  }
};

const keysHeld = (): string[] => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
};

const isOld = (key: string, nowMs: number): boolean => nowMs - (read(key)?.sinceMs ?? 0) > LIVES_MS;

const forgetOld = (nowMs: number): void => {
  for (const key of keysHeld()) if (isOld(key, nowMs)) localStorage.removeItem(key);
};

/** Which upload a file belongs to, kept by this browser for as long as the server keeps the upload. */
export const createStoredMemory = (): UploadMemory => ({
  find: async (fingerprint): Promise<RememberedUpload | undefined> => read(PREFIX + fingerprint),
  keep: async (fingerprint, upload) => {
    try {
      forgetOld(Date.now());
      localStorage.setItem(PREFIX + fingerprint, JSON.stringify({ ...upload, sinceMs: Date.now() }));
    } catch {
      // Without storage the upload works; only a reload would begin it anew.
    }
  },
  forget: async (fingerprint) => {
    try {
      localStorage.removeItem(PREFIX + fingerprint);
    } catch {
      // What could not be kept need not be forgotten.
    }
  },
});

/** The names of files that were on their way when the page was left; a fingerprint holds the name before the last two. */
export const listInterrupted = (): string[] =>
  keysHeld()
    .filter((key) => !isOld(key, Date.now()))
    .map((key) => key.slice(PREFIX.length).split("|")[0]?.split("/").at(-3) ?? "")
    .filter((name) => name !== "");

/** The server frees what was stored of them within a day. */
export const forgetInterrupted = (): void => {
  for (const key of keysHeld()) localStorage.removeItem(key);
};
