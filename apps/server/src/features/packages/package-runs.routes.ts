import type { packagesRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { cancelPackage, verifyPackage } from "./creation/cancel-package.ts";
import { createPackage, repeatPackage } from "./creation/create-package.ts";
import { estimatePackage } from "./creation/estimate-package.ts";
import type { PackagesDeps } from "./packages-deps.ts";
import { getPackageDetail } from "./records/package.dto.ts";

type RunHandlers = Pick<
  Handlers<typeof packagesRoutes>,
  "estimatePackage" | "createPackage" | "cancelPackage" | "verifyPackage" | "repeatPackage"
>;

/** What starts, stops and repeats the writing of a package. */
export const packageRunHandlers = (deps: PackagesDeps): RunHandlers => ({
  estimatePackage: ({ body: { view_id: viewId, settings }, context }) =>
    context.withRequestSignal((gone) => estimatePackage(deps, { viewId, settings }, gone)),
  async createPackage({ body, context }) {
    const { view_id: viewId, request_key: requestKey, ...input } = body;
    const { id } = await createPackage(deps, context, { ...input, viewId, requestKey });
    return getPackageDetail(deps, context.actor, id);
  },
  async cancelPackage({ params, context }) {
    await cancelPackage(deps, context, params.id);
    return getPackageDetail(deps, context.actor, params.id);
  },
  async verifyPackage({ params, context }) {
    await verifyPackage(deps, context, params.id);
    return getPackageDetail(deps, context.actor, params.id);
  },
  async repeatPackage({ params, body, context }) {
    const { id } = await repeatPackage(deps, context, params.id, body.request_key);
    return getPackageDetail(deps, context.actor, id);
  },
});
