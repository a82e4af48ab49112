import type { RememberedUpload, UploadMemory } from "./types.ts";

/** Forgets everything with the process; for tests and scripts that hand over from one queue to the next. */
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
