import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/database.ts";
import type { Log } from "../../../platform/log.ts";
import { createMediaJail } from "../../../platform/media-jail.ts";
import type { ObjectStorage } from "../../../platform/object-storage.ts";
import type { Places } from "../../storage/index.ts";
import type { CatalogueStore } from "../catalogue-store.ts";
import type { ItemTables } from "../item-table.ts";
import { FullFacets } from "./full-facets.ts";
import type { ItemsDeps } from "./items-deps.ts";
import { openLenses } from "./lens/open-lenses.ts";
import { PictureDesk } from "./media/picture-desk.ts";
import { RowLists } from "./row-lists.ts";

export interface LensConfig {
  /** On a local disk. */
  readonly folder: string;
  readonly diskBytes: number;
  readonly memoryBytes: number;
  readonly listBytes: number;
  readonly threads: number;
}

export interface OpenItemsOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly itemTables: ItemTables;
  readonly catalogue: CatalogueStore;
  /** Of the console's datasets bucket. */
  readonly storage: ObjectStorage;
  readonly places: Places;
  readonly lens: LensConfig;
  readonly scratchRoot: string;
  /** Tables of so many rows are copied at once; for tests of what larger ones do. */
  readonly inlineRows?: number;
}

export interface OpenedItems {
  readonly deps: ItemsDeps;
  readonly close: () => Promise<void>;
}

/** One picture at a time beside everything else that this process does. */
const JAIL_LIMITS = { running: 1, waiting: 4 };

/** Opens no file and starts nothing before the first question. */
export const openItems = ({ storage, lens, scratchRoot, inlineRows, ...rest }: OpenItemsOptions): OpenedItems => {
  const { folder, diskBytes, memoryBytes, listBytes, threads } = lens;
  const limits = {
    folder,
    limitBytes: diskBytes,
    memoryBytes,
    threads,
    ...(inlineRows !== undefined && { inlineRows }),
  };
  const lenses = openLenses({ ...rest, ...limits });
  const jail = createMediaJail(JAIL_LIMITS);
  const base = {
    ...{ ...rest, datasetsStorage: storage, lenses, jail, scratchRoot },
    ...{ rowLists: new RowLists(lenses, listBytes), fullFacets: new FullFacets(lenses) },
  };
  return { deps: { ...base, pictures: new PictureDesk(base) }, close: () => lenses.close() };
};
