import type { RememberedUpload, UploadMemory } from "@dailies/uploader/types";
import { z } from "zod";

const PREFIX = "upload:";
/** The server discards uploads that are idle for longer. */
const LIVES_MS = 24 * 3_600_000;

const remembered = z.object({ assetId: z.uuid(), version: z.int(), sha256: z.string(), sinceMs: z.number() });

const read = (key: string): z.infer<typeof remembered> | undefined => {
  try {
    return remembered.safeParse(JSON.parse(localStorage.getItem(key) ?? "null")).data;
  } catch {
    // Storage is unavailable or its content was edited: start the upload over.
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

/** Remembers in this browser which upload a file belongs to, for as long as the server keeps the upload. */
export const createStoredMemory = (): UploadMemory => ({
  find: async (fingerprint): Promise<RememberedUpload | undefined> => read(PREFIX + fingerprint),
  keep: async (fingerprint, upload) => {
    try {
      forgetOld(Date.now());
      localStorage.setItem(PREFIX + fingerprint, JSON.stringify({ ...upload, sinceMs: Date.now() }));
    } catch {
      // Without storage the upload still works; only a reload would restart it.
    }
  },
  forget: async (fingerprint) => {
    try {
      localStorage.removeItem(PREFIX + fingerprint);
    } catch {
      // Without storage there is nothing to remove.
    }
  },
});

/** Names of the files being uploaded when the page was closed; the name is the third-last field of a fingerprint. */
export const listInterrupted = (): string[] =>
  keysHeld()
    .filter((key) => !isOld(key, Date.now()))
    .map((key) => key.slice(PREFIX.length).split("|")[0]?.split("/").at(-3) ?? "")
    .filter((name) => name !== "");

/** The server deletes their stored parts within a day. */
export const forgetInterrupted = (): void => {
  for (const key of keysHeld()) localStorage.removeItem(key);
};
