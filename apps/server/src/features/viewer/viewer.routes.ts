// The streaming dataset viewer: reads training shards directly in storage. Serves «/sdv» of the product. Split into sets and
// shards, samples and bytes, verifications, and means per shard.
import type { viewerRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { meansHandlers } from "./means/means.routes.ts";
import { sampleHandlers } from "./sample.routes.ts";
import { setHandlers } from "./set.routes.ts";
import { verificationHandlers } from "./verify/verification.routes.ts";
import type { ViewerDeps } from "./viewer-deps.ts";

export const viewerHandlers = (deps: ViewerDeps): Handlers<typeof viewerRoutes> => ({
  ...setHandlers(deps),
  ...sampleHandlers(deps),
  ...verificationHandlers(deps),
  ...meansHandlers(deps),
});
