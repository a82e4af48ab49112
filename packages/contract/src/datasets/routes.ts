import { defineRoutes } from "../kit.ts";
import { datasetCatalogueRoutes } from "./catalogue-routes.ts";
import { datasetItemRoutes } from "./item-routes.ts";

export const datasetsRoutes = defineRoutes({ ...datasetCatalogueRoutes, ...datasetItemRoutes });
