import type { UploadSource } from "@dailies/uploader/types";

const MEDIA_TYPE = /^[a-z0-9][a-z0-9.+-]*\/[a-z0-9][a-z0-9.+-]*$/;

/** Browsers report some MIME types only with parameters, and some not at all. */
const mimeOf = (type: string): string => {
  const [plain = ""] = type.toLowerCase().split(";");
  return MEDIA_TYPE.test(plain.trim()) ? plain.trim() : "application/octet-stream";
};

/** `path` is the file's path in the dropped folder; it distinguishes equal names in two folders. */
export const sourceOfFile = (file: File, path: readonly string[] = []): UploadSource => ({
  name: file.name,
  sizeBytes: file.size,
  mime: mimeOf(file.type),
  fingerprint: [...path, file.name, file.size, file.lastModified].join("/"),
  // A lazy reference: the browser reads the bytes from disk as it sends them.
  slice: async (begin, end) => file.slice(begin, end),
});
