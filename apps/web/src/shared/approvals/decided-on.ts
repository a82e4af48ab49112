import { PATHS } from "../../lib/paths.ts";

/** The screens that show what waits for a second administrator, or was decided by one. */
export const DECIDED_ON = {
  grant: PATHS.platformUser,
  service_credential: `${PATHS.platformTools}?tab=credentials`,
  permission: PATHS.platformPermission,
  config: PATHS.dynamicConfig,
} as const;
