import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/database.ts";
import type { Log } from "../../../platform/log.ts";
import type { MediaJail } from "../../../platform/media-jail.ts";
import type { ObjectStorage } from "../../../platform/object-storage.ts";
import type { Places } from "../../storage/index.ts";
import type { CatalogueStore } from "../catalogue-store.ts";
import type { ItemTables } from "../item-table.ts";
import type { FullFacets } from "./full-facets.ts";
import type { Lenses } from "./lens/lens.ts";
import type { PictureDesk } from "./media/picture-desk.ts";
import type { RowLists } from "./row-lists.ts";

export interface ItemsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly itemTables: ItemTables;
  readonly catalogue: CatalogueStore;
  /** Of the console's own bucket: posters and files lie there. */
  readonly datasetsStorage: ObjectStorage;
  readonly places: Places;
  readonly lenses: Lenses;
  readonly rowLists: RowLists;
  readonly fullFacets: FullFacets;
  readonly jail: MediaJail;
  readonly scratchRoot: string;
  readonly pictures: PictureDesk;
}
