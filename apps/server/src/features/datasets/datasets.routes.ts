// All calls under /dataset: the catalogue, and the items of one dataset.
// Implements GET /dataset, GET /dataset/{id}/sample, POST /dataset/{id}/items of the specification, and our additions.
import type { datasetCatalogueRoutes, datasetItemRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { catalogueHandlers } from "./catalogue/catalogue.routes.ts";
import { columnSetsHandlers } from "./column-sets/column-sets.routes.ts";
import type { DemoDeps } from "./demo/open-demo-dataset.ts";
import { itemExportsHandlers } from "./exports/item-exports.routes.ts";
import { itemsHandlers } from "./items/items.routes.ts";
import type { ItemsDeps } from "./items/items-deps.ts";
import { viewsHandlers } from "./views/views.routes.ts";

type AllHandlers = Handlers<typeof datasetCatalogueRoutes> & Handlers<typeof datasetItemRoutes>;

export const datasetsHandlers = (deps: DemoDeps, items: ItemsDeps): AllHandlers => ({
  ...catalogueHandlers(deps),
  ...columnSetsHandlers(items),
  ...viewsHandlers(items),
  ...itemExportsHandlers(items),
  ...itemsHandlers(items),
});
