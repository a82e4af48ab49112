export { dimensionsHandlers } from "./dimensions.routes.ts";
export { hasTemplate, type LoadedTemplate, loadTemplate } from "./templates/load-template.ts";
