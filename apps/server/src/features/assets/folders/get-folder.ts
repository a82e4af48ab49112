import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { type FolderRow, findFolder } from "./asset-folder.store.ts";

/** Deep enough for any library, shallow enough to walk to the root on every read. */
const MAX_DEPTH = 64;

export const noSuchFolder = (): DomainError => new DomainError("not_found", "there is no such folder");

export const getFolder = async (db: Db, id: string): Promise<FolderRow> => {
  const folder = await findFolder(db, id);
  if (!folder) throw noSuchFolder();
  return folder;
};

export const refuseTooDeep = (levels: number): void => {
  if (levels > MAX_DEPTH) throw new DomainError("conflict", `folders lie at most ${MAX_DEPTH} deep`);
};
