import type { Readable } from "node:stream";
import { DomainError } from "../../../errors.ts";
import { type RecordDeps, requirePackage } from "./package.dto.ts";
import { croissantKey, manifestKey } from "./write-record-files.ts";

export interface RecordFile {
  readonly fileName: string;
  readonly body: Readable;
}

const FILES = {
  manifest: { keyOf: manifestKey, ending: "manifest.json" },
  metadata: { keyOf: croissantKey, ending: "croissant.json" },
} as const;

/** A file that was written with the package. */
export const openRecordFile = async (deps: RecordDeps, id: string, kind: keyof typeof FILES): Promise<RecordFile> => {
  const record = await requirePackage(deps, id);
  if (record.status !== "Ready") throw new DomainError("conflict", "this package is not ready");
  const { keyOf, ending } = FILES[kind];
  const key = keyOf(record.folder);
  if (!(await deps.storage.headObject(key))) throw new DomainError("not_found", "this file of the package is missing");
  return { fileName: `${record.name}-${record.number}.${ending}`, body: await deps.storage.getObject(key) };
};
