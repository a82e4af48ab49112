// Packages: dataset views written as shards that a trainer streams.
// Serves /package-records and the row action "package" of datasets and views.
import type { packagesRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { packageRunHandlers } from "./package-runs.routes.ts";
import type { PackagesDeps } from "./packages-deps.ts";
import { packageRecordRoutes } from "./records/records.routes.ts";

export const packagesHandlers = (deps: PackagesDeps): Handlers<typeof packagesRoutes> => ({
  ...packageRunHandlers(deps),
  ...packageRecordRoutes(deps),
});
