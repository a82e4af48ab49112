export { dataExperimentsHandlers } from "./data-experiments.routes.ts";
