export { permissionsHandlers } from "./permissions.routes.ts";
