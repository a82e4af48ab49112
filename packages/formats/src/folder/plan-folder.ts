import { isVideoName, mediaTypeOfName } from "../media/media-names.ts";

export const FOLDER_LAYOUTS = ["plain", "nemo_curator", "open_sora"] as const;
export type FolderLayout = (typeof FOLDER_LAYOUTS)[number];

/** Files of a folder to read, in order. */
export interface FolderPlan {
  readonly layout: FolderLayout;
  /** Tables of rows. */
  readonly tables: readonly string[];
  /** JSON files with one sample each. */
  readonly records: readonly string[];
  /** The clips themselves, when they have no metadata. */
  readonly media: readonly string[];
}

const RECORD = /(^|\/)metas\/v0\/[^/]+\.json$/i;
const TABLE = /\.(jsonl|ndjson|csv|tsv)$/i;

export const isRecordName = (name: string): boolean => RECORD.test(name);
export const isTableName = (name: string): boolean => TABLE.test(name);

const byName = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

export const planFolder = (names: readonly string[], layout: FolderLayout): FolderPlan => {
  const empty = { layout, tables: [], records: [], media: [] };
  if (layout === "nemo_curator") return { ...empty, records: names.filter(isRecordName).sort(byName) };
  const tables = names.filter(isTableName).sort(byName);
  if (tables.length > 0) return { ...empty, tables };
  const videos = names.filter(isVideoName);
  const media = videos.length > 0 ? videos : names.filter((name) => mediaTypeOfName(name)?.startsWith("image/"));
  return { ...empty, media: media.sort(byName) };
};
