import type { AuditContext } from "../../../request-context.ts";
import type { StorageDeps } from "../storage-deps.ts";
import { createProfile } from "./create-profile.ts";
import { findProfileByRequest } from "./profile.store.ts";

/** Fixed, so that seeding twice registers one profile. */
const REQUEST_KEY = "01900000-0000-7000-8000-00000da7a5e7";

type ProvisionDeps = Pick<StorageDeps, "db" | "box" | "outgoing" | "own">;

export interface OwnFolder {
  readonly name: string;
  /** With a trailing slash; empty for the whole bucket. */
  readonly prefix: string;
  readonly requestKey: string;
}

/** A profile for a folder of the console's datasets bucket. Returns whether it is new. */
export const provisionFolderProfile = async (
  deps: ProvisionDeps,
  context: AuditContext,
  { name, prefix, requestKey }: OwnFolder,
): Promise<boolean> => {
  if (await findProfileByRequest(deps.db, requestKey)) return false;
  const input = {
    name,
    endpoint: null,
    publicEndpoint: null,
    region: deps.own.region,
    bucket: deps.own.datasetsBucket,
    prefix,
    isPathStyle: true,
    accessKeyId: null,
  };
  await createProfile(deps, context, { input, secret: undefined, requestKey });
  return true;
};

/** Returns whether it is new. */
export const provisionOwnProfile = (deps: ProvisionDeps, context: AuditContext): Promise<boolean> =>
  provisionFolderProfile(deps, context, { name: "This console's datasets", prefix: "", requestKey: REQUEST_KEY });
