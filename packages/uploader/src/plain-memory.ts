import type { RememberedUpload, UploadMemory } from "./types.ts";

/** In-memory only; for tests and scripts that pass state from one queue to the next. */
export const createPlainMemory = (): UploadMemory => {
  const uploads = new Map<string, RememberedUpload>();
  return {
    find: async (fingerprint) => uploads.get(fingerprint),
    keep: async (fingerprint, upload) => {
      uploads.set(fingerprint, upload);
    },
    forget: async (fingerprint) => {
      uploads.delete(fingerprint);
    },
  };
};
