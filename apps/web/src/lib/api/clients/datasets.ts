import { datasetCatalogueRoutes } from "@dailies/contract/datasets/catalogue-routes";
import { datasetItemRoutes } from "@dailies/contract/datasets/item-routes";
import { createCalls } from "../calls.ts";

export const catalogueCalls = createCalls(datasetCatalogueRoutes);
export const itemCalls = createCalls(datasetItemRoutes);
