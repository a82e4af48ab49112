export { deleteDataset } from "./catalogue/update-dataset.ts";
export { findDatasetLocation } from "./dataset-location.store.ts";
export { datasetsHandlers } from "./datasets.routes.ts";
export { DEMO_SETS } from "./demo/demo-sets.ts";
export { seedDatasets } from "./demo/seed-datasets.ts";
export { type OpenedItems, openItems } from "./items/open-items.ts";
export { PICTURES_AT_ONCE, startPictureWorker } from "./items/pictures/start-picture-worker.ts";
export { type OpenedData, openData } from "./open-data.ts";
