import { chmod, lstat, mkdir } from "node:fs/promises";

/**
 * Makes a folder, by default one that only this user can enter. In the folder for temporary files anybody may have made one of
 * that name, or a link to elsewhere, before: such a folder is refused.
 */
export const makeOwnFolder = async (path: string, mode = 0o700): Promise<void> => {
  await mkdir(path, { recursive: true, mode });
  const found = await lstat(path);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) throw new Error(`${path} is not a folder of ours`);
  // Also for a new one, because a strict umask would remove bits.
  if ((found.mode & 0o777) !== mode) await chmod(path, mode);
};
