import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { escapeLike } from "../../../platform/db/like-pattern.ts";

export interface PackageUse {
  readonly kind: "dataset" | "package";
  readonly id: string;
  readonly name: string;
}

/** More names help nobody. */
const MAX_USES = 100;

/**
 * What reads the files at an address, which ends with a slash: registered datasets, and packages that are being written from
 * such a dataset, even if it was deleted meanwhile.
 */
export const listPackageUses = async (db: Db, uri: string): Promise<PackageUse[]> => {
  const inFolder = `${escapeLike(uri)}%`;
  const folder = uri.slice(0, -1);
  const { rows } = await sql<PackageUse>`
    (select 'dataset' as kind, id, name from dataset
      where deleted_at is null and (uri like ${inFolder} or uri = ${folder}) order by created_at, id limit ${MAX_USES})
    union all
    (select 'package', p.id, p.name || '@' || p.number from package p join dataset d on d.id = p.dataset_id
      where p.status in ('Queued', 'Running', 'Verifying') and (d.uri like ${inFolder} or d.uri = ${folder})
      order by p.created_at, p.id limit ${MAX_USES})`.execute(db);
  return rows;
};
