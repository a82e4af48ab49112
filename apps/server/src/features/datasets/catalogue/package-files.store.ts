import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";
import { readUri } from "../../storage/index.ts";

export interface PackageFiles {
  readonly id: string;
  readonly name: string;
  readonly isReady: boolean;
}

/** `a/b/c` lies in the folders `a/`, `a/b/` and, if it is one itself, `a/b/c/`. */
const foldersAround = (key: string): string[] => {
  const steps = key.split("/").filter((step) => step !== "");
  return steps.map((_, at) => `${steps.slice(0, at + 1).join("/")}/`);
};

/** Finds the package in whose folder an address lies. Until the transaction ends, it cannot be deleted. */
export const holdPackageFiles = async (tx: Tx, uri: string, bucket: string): Promise<PackageFiles | undefined> => {
  const address = readUri(uri);
  if (address?.bucket !== bucket) return undefined;
  const { rows } = await sql<PackageFiles>`
    select id, name || '@' || number as name, status = 'Ready' as "isReady" from package
    where folder = any(${foldersAround(address.key)}) for share`.execute(tx);
  return rows[0];
};
