export { experimentsHandlers } from "./experiments.routes.ts";
