import { z } from "zod";
import { PATHS } from "../lib/paths.ts";

/** Items of a dataset that a benchmark is to take its rows from. */
export interface RowImportAddress {
  datasetId: string;
  version: number | undefined;
  where: string;
  q: string;
  seed: number;
}

const MAX_SEED = 2_147_483_647;
const NAMES = ["import", "dataset", "version", "where", "q", "seed"] as const;

const address = z.object({
  import: z.literal("dataset"),
  dataset: z.uuid(),
  version: z.coerce.number().int().min(1).optional(),
  where: z.string().max(4_000).default(""),
  q: z.string().max(200).default(""),
  seed: z.coerce.number().int().min(0).max(MAX_SEED).catch(0).default(0),
});

/** Undefined when the URL opens no import. */
export const readRowImport = (params: URLSearchParams): RowImportAddress | undefined => {
  const { data } = address.safeParse(Object.fromEntries(params));
  return data && { datasetId: data.dataset, version: data.version, where: data.where, q: data.q, seed: data.seed };
};

export const writeRowImport = (params: URLSearchParams, wanted: RowImportAddress | undefined): URLSearchParams => {
  const next = new URLSearchParams(params);
  for (const name of NAMES) next.delete(name);
  if (!wanted) return next;
  next.set("import", "dataset");
  next.set("dataset", wanted.datasetId);
  if (wanted.version !== undefined) next.set("version", String(wanted.version));
  if (wanted.where !== "") next.set("where", wanted.where);
  if (wanted.q !== "") next.set("q", wanted.q);
  next.set("seed", String(wanted.seed));
  return next;
};

/** The benchmark's screen with its import dialog open and filled in. */
export const rowImportPath = (taskId: string, wanted: RowImportAddress): string =>
  `${PATHS.taskGenerate}?${writeRowImport(new URLSearchParams({ task: taskId }), wanted)}`;
