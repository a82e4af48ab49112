import { datasetCatalogueRoutes } from "@dailies/contract/dataset-catalogue-routes";
import { datasetItemRoutes } from "@dailies/contract/dataset-item-routes";
import { createCalls } from "../calls.ts";

export const catalogueCalls = createCalls(datasetCatalogueRoutes);
export const itemCalls = createCalls(datasetItemRoutes);
