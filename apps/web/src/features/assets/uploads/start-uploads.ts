import type { UploadSource } from "@dailies/uploader/types";
import { assetsCalls } from "../../../lib/api/clients/assets.ts";
import type { FoundFile } from "./dropped-files.ts";
import { uploads } from "./upload-store.ts";

const MEDIA_TYPE = /^[a-z0-9][a-z0-9.+-]*\/[a-z0-9][a-z0-9.+-]*$/;

/** Browsers report some MIME types only with parameters, and some not at all. */
const mimeOf = (type: string): string => {
  const [plain = ""] = type.toLowerCase().split(";");
  return MEDIA_TYPE.test(plain.trim()) ? plain.trim() : "application/octet-stream";
};

/** `path` is the file's path in the dropped folder; it distinguishes equal names in two folders. */
const sourceOfFile = (file: File, path: readonly string[] = []): UploadSource => ({
  name: file.name,
  sizeBytes: file.size,
  mime: mimeOf(file.type),
  fingerprint: [...path, file.name, file.size, file.lastModified].join("/"),
  // A lazy reference: the browser reads the bytes from disk as it sends them.
  slice: async (begin, end) => file.slice(begin, end),
});

/** System files that users do not mean to upload. */
const NOISE = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);

const folderKey = (path: readonly string[]): string => JSON.stringify(path);

/** Creates the folders of the dropped files, each once, below the drop target. */
const ensureFolders = async (
  files: readonly FoundFile[],
  parentId: string | undefined,
): Promise<Map<string, string | undefined>> => {
  const folders = new Map<string, string | undefined>([[folderKey([]), parentId]]);
  for (const { path } of files) {
    if (folders.has(folderKey(path))) continue;
    const body = { parent_id: parentId ?? null, path: [...path] };
    folders.set(folderKey(path), (await assetsCalls.ensureFolder({ body })).id);
  }
  return folders;
};

export const startUploads = async (found: readonly FoundFile[], parentId: string | undefined): Promise<number> => {
  const files = found.filter(({ file }) => !NOISE.has(file.name));
  const folders = await ensureFolders(files, parentId);
  for (const { file, path } of files) {
    uploads.add(sourceOfFile(file, path), { folderId: folders.get(folderKey(path)) });
  }
  return files.length;
};

/** Uploads a file as the next version of an asset. */
export const startReplacement = (file: File, assetId: string): void => {
  uploads.add(sourceOfFile(file), { replaces: assetId });
};
