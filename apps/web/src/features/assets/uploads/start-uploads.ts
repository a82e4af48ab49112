import { assetsCalls } from "../../../lib/api/clients/assets.ts";
import { sourceOfFile } from "../../../shared/uploads/source-of-file.ts";
import { uploads } from "../../../shared/uploads/upload-store.ts";
import type { FoundFile } from "./dropped-files.ts";

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
