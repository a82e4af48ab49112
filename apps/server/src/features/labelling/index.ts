export { labellingHandlers } from "./labelling.routes.ts";
export { removeDeletedItems } from "./removal/removed-item.store.ts";
export { sweepLabelLeases } from "./work/label-lease.store.ts";
