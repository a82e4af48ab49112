import { datasetCatalogueRoutes } from "./dataset-catalogue-routes.ts";
import { datasetItemRoutes } from "./dataset-item-routes.ts";
import { defineRoutes } from "./kit.ts";

export const datasetsRoutes = defineRoutes({ ...datasetCatalogueRoutes, ...datasetItemRoutes });
