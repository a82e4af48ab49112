import type { CatalogueStore } from "../catalogue/catalogue-store.ts";
import type { DemoItem } from "./demo-media.ts";
import { type DemoFile, type DemoStorage, storeFiles } from "./demo-storage.ts";
import { writeCuratedSet } from "./write-curated-set.ts";
import { writeLanceTable } from "./write-lance-set.ts";
import { writeBrokenMds, writePlainMds, writeZstdMds } from "./write-mds-set.ts";
import { clipFiles, writeOpenSoraSet, writeParquetSet } from "./write-table-sets.ts";
import { writeTarSet } from "./write-tar-set.ts";

export interface DemoSet {
  /** Relative to the root folder of the demo data. */
  readonly folder: string;
  /** The registered path: the folder, or the table in it. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** A fixed idempotency key, so that seeding twice registers once. */
  readonly requestKey: string;
  /** Maximum number of samples. */
  readonly mostItems: number;
  readonly write: (items: readonly DemoItem[]) => AsyncIterable<DemoFile> | Iterable<DemoFile>;
}

const ALL = Number.POSITIVE_INFINITY;

const set = (
  path: string,
  name: string,
  description: string,
  tags: readonly string[],
  number: number,
  mostItems: number,
  write: DemoSet["write"],
): DemoSet => ({
  folder: `${path.split("/", 1)[0] ?? path}/`,
  path: `${path}/`,
  name,
  description,
  tags: ["demo", ...tags],
  mostItems,
  write,
  requestKey: `01900000-0000-7000-8000-0000de30${String(number).padStart(4, "0")}`,
});

export const DEMO_SETS: readonly DemoSet[] = [
  set(
    "mds",
    "Procedural clips, MDS",
    "Shards as a trainer streams them; a few samples are broken.",
    ["mds"],
    1,
    ALL,
    writePlainMds,
  ),
  set("webdataset", "Procedural clips, WebDataset", "Tars with their index files.", ["tar"], 2, ALL, (items) =>
    writeTarSet(items, true),
  ),
  set(
    "parquet",
    "Procedural clips, Parquet",
    "Rows that name the clips beside them.",
    ["parquet"],
    3,
    ALL,
    writeParquetSet,
  ),
  set(
    "lance/clips.lance",
    "Procedural clips, Lance",
    "A table with vectors, pointing to clips.",
    ["lance"],
    4,
    ALL,
    clipFiles,
  ),
  set(
    "nemo-curator",
    "Curated clips",
    "Clips and records as NeMo Curator leaves them.",
    ["curated"],
    5,
    200,
    writeCuratedSet,
  ),
  set(
    "open-sora",
    "Open-Sora table",
    "One CSV with the columns that Open-Sora asks for.",
    ["open-sora"],
    6,
    ALL,
    writeOpenSoraSet,
  ),
  set(
    "mds-zstd",
    "Compressed shards",
    "MDS in zstd: a whole shard is fetched for one sample.",
    ["mds", "zstd"],
    7,
    200,
    writeZstdMds,
  ),
  set(
    "mds-broken",
    "A shard that broke off",
    "Its second shard ends too early.",
    ["mds", "broken"],
    8,
    200,
    writeBrokenMds,
  ),
  set("webdataset-plain", "Tars without index", "Read by hopping from header to header.", ["tar"], 9, 400, (items) =>
    writeTarSet(items, false),
  ),
];

export interface DemoStore {
  readonly storage: DemoStorage;
  readonly catalogue: Pick<CatalogueStore, "storageOptions">;
  /** The root folder of all sets, with a trailing slash. */
  readonly root: string;
}

/** Cached data between runs is outside of every set. */
export const keptFolder = (root: string): string => `${root}.kept/`;

/** Increment when the output changes, so that the sets are rewritten. */
const EDITION = 2;

/** Writes a set once. The completion marker is written last, outside of the set's folder. */
export const storeSet = async (
  { storage, catalogue, root }: DemoStore,
  demo: DemoSet,
  items: readonly DemoItem[],
): Promise<number> => {
  const chosen = items.slice(0, demo.mostItems);
  const mark = `${keptFolder(root)}sets-${EDITION}/${demo.folder.slice(0, -1)}-${chosen.length}`;
  if (await storage.headObject(mark)) return 0;
  const files = await storeFiles(storage, root + demo.folder, demo.write(chosen));
  const isLance = demo.path.endsWith(".lance/");
  if (isLance) await writeLanceTable(catalogue, `s3://${storage.bucket}/${root}${demo.folder.slice(0, -1)}`, chosen);
  await storage.putObject(mark, Buffer.from(`${files}\n`), { contentType: "text/plain" });
  return files;
};
