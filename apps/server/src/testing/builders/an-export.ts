import type { ExportTarget } from "@dailies/contract";
import { type ExportRecord, findExport, insertExport, type NewExport } from "../../features/exports/export.store.ts";
import type { Db } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";

export type ExportOptions = Partial<Pick<NewExport, "rows" | "aggregation" | "media">> & {
  readonly createdBy: string;
  readonly taskIds: readonly string[];
  readonly target: ExportTarget;
};

/** A waiting export, as created by its form, but without the workflow. */
export const anExport = async (db: Db, options: ExportOptions): Promise<string> => {
  const id = newId();
  const usual = { rows: "cells", aggregation: "All", media: "none" } as const;
  await db
    .transaction()
    .execute((tx) => insertExport(tx, { ...usual, ...options, id, requestKey: newId(), at: new Date() }));
  return id;
};

export const readExport = async (db: Db, id: string): Promise<ExportRecord> => {
  const job = await findExport(db, id);
  if (!job) throw new Error(`there is no export ${id}`);
  return job;
};
