import { assetsRoutes } from "./asset-routes.ts";
import { authRoutes } from "./auth.ts";
import { permissionsRoutes } from "./permissions.ts";
import { settingsRoutes } from "./settings.ts";
import { systemRoutes } from "./system.ts";
import { usersRoutes } from "./users.ts";

export * from "./access.ts";
export * from "./asset-routes.ts";
export * from "./assets.ts";
export * from "./auth.ts";
export * from "./errors.ts";
export * from "./field-codec.ts";
export * from "./field-json-schema.ts";
export * from "./field-types.ts";
export * from "./kit.ts";
export * from "./lists.ts";
export * from "./messages.ts";
export * from "./operation-log.ts";
export * from "./permissions.ts";
export * from "./settings.ts";
export * from "./system.ts";
export * from "./users.ts";

/** Every call of the console, by feature. */
export const contract = {
  assets: assetsRoutes,
  auth: authRoutes,
  permissions: permissionsRoutes,
  settings: settingsRoutes,
  system: systemRoutes,
  users: usersRoutes,
} as const;
