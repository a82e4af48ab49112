import { authRoutes } from "./auth.ts";
import { systemRoutes } from "./system.ts";

export * from "./auth.ts";
export * from "./errors.ts";
export * from "./kit.ts";
export * from "./messages.ts";
export * from "./permissions.ts";
export * from "./system.ts";

/** Every call of the console, by feature. */
export const contract = { auth: authRoutes, system: systemRoutes } as const;
