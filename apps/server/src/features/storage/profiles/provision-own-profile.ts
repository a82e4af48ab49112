import type { AuditContext } from "../../../request-context.ts";
import type { StorageDeps } from "../storage-deps.ts";
import { createProfile } from "./create-profile.ts";
import { findProfileByRequest } from "./profile.store.ts";

/** Fixed, so that seeding twice registers one profile. */
const REQUEST_KEY = "01900000-0000-7000-8000-00000da7a5e7";

/** Returns whether it is new. */
export const provisionOwnProfile = async (
  deps: Pick<StorageDeps, "db" | "box" | "outgoing" | "own">,
  context: AuditContext,
): Promise<boolean> => {
  if (await findProfileByRequest(deps.db, REQUEST_KEY)) return false;
  const input = {
    name: "This console's datasets",
    endpoint: null,
    publicEndpoint: null,
    region: deps.own.region,
    bucket: deps.own.datasetsBucket,
    prefix: "",
    isPathStyle: true,
    accessKeyId: null,
  };
  await createProfile(deps, context, { input, secret: undefined, requestKey: REQUEST_KEY });
  return true;
};
