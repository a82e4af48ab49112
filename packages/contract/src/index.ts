import { assetsRoutes } from "./asset-routes.ts";
import { authRoutes } from "./auth.ts";
import { benchmarksRoutes } from "./benchmark-routes.ts";
import { eventsRoutes } from "./events.ts";
import { performersRoutes } from "./performer-routes.ts";
import { permissionsRoutes } from "./permissions.ts";
import { settingsRoutes } from "./settings.ts";
import { systemRoutes } from "./system.ts";
import { tasksRoutes } from "./tasks.ts";
import { usersRoutes } from "./users.ts";

export * from "./access.ts";
export * from "./asset-routes.ts";
export * from "./assets.ts";
export * from "./auth.ts";
export * from "./benchmark-routes.ts";
export * from "./benchmarks.ts";
export * from "./errors.ts";
export * from "./events.ts";
export * from "./field-codec.ts";
export * from "./field-json-schema.ts";
export * from "./field-types.ts";
export * from "./kit.ts";
export * from "./lists.ts";
export * from "./messages.ts";
export * from "./money.ts";
export * from "./operation-log.ts";
export * from "./performer-adapters.ts";
export * from "./performer-routes.ts";
export * from "./performers.ts";
export * from "./permissions.ts";
export * from "./settings.ts";
export * from "./system.ts";
export * from "./tasks.ts";
export * from "./users.ts";

/** Every call of the console, by feature. */
export const contract = {
  assets: assetsRoutes,
  auth: authRoutes,
  benchmarks: benchmarksRoutes,
  events: eventsRoutes,
  performers: performersRoutes,
  permissions: permissionsRoutes,
  settings: settingsRoutes,
  system: systemRoutes,
  tasks: tasksRoutes,
  users: usersRoutes,
} as const;
