export { labelExportFiles } from "./exports/label-export.store.ts";
export { labellingHandlers } from "./labelling.routes.ts";
export { hideLabelTask } from "./removal/delete-label-task.ts";
export { removeDeletedItems } from "./removal/removed-item.store.ts";
export { deleteLabelTemplate } from "./templates/change-label-template.ts";
export { sweepLabelLeases } from "./work/label-lease.store.ts";
