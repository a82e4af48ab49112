import type { Db, Tx } from "../../platform/db/database.ts";
import { announcePackage } from "../events/index.ts";
import { findProgress } from "./package-state.store.ts";

/** Notifies open pages on commit. Call it after the row was changed: its lock then orders two changes of one package. */
export const announceProgress = async (tx: Tx, packageId: string): Promise<void> => {
  const progress = await findProgress(tx, packageId);
  if (progress) await announcePackage(tx, progress);
};

/** Changes a package and notifies open pages, both or neither. The change returns whether there was one. */
export const changeAnnounced = (db: Db, packageId: string, change: (tx: Tx) => Promise<boolean>): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const isChanged = await change(tx);
    if (isChanged) await announceProgress(tx, packageId);
    return isChanged;
  });
