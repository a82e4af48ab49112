export { labellingHandlers } from "./labelling.routes.ts";
export { sweepLabelLeases } from "./work/label-lease.store.ts";
