// Storage profiles: the buckets and folders that datasets may use, and a browser for them. An addition to the specification;
// nothing outside these profiles is ever read.
import { allows, type StorageProfile, type storageRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { browseStorage } from "./profiles/browse-storage.ts";
import { createProfile } from "./profiles/create-profile.ts";
import { deleteProfile } from "./profiles/delete-profile.ts";
import type { PageOrigins } from "./profiles/page-origins.ts";
import { type CountedProfile, countDatasets, listProfiles } from "./profiles/profile.store.ts";
import type { ProfileInput, ProfileRow } from "./profiles/profile-record.ts";
import { testProfile } from "./profiles/test-profile.ts";
import { updateProfile } from "./profiles/update-profile.ts";
import type { BucketReaders } from "./sources/bucket-readers.ts";
import type { StorageDeps } from "./storage-deps.ts";

type AllHandlers = Handlers<typeof storageRoutes>;
type ProfileBody =
  | Parameters<AllHandlers["createStorageProfile"]>[0]["body"]
  | Parameters<AllHandlers["updateStorageProfile"]>[0]["body"];

const inputFromBody = (body: ProfileBody): ProfileInput => ({
  name: body.name,
  endpoint: body.endpoint,
  publicEndpoint: body.public_endpoint,
  region: body.region,
  bucket: body.bucket,
  prefix: body.prefix,
  isPathStyle: body.is_path_style,
  accessKeyId: body.access_key_id,
});

/** Only users who may change credentials see which ones are used. */
const toItem = (row: CountedProfile, { isRestricted }: { isRestricted: boolean }): StorageProfile => ({
  id: row.id,
  name: row.name,
  endpoint: row.endpoint,
  public_endpoint: row.public_endpoint,
  region: row.region,
  bucket: row.bucket,
  prefix: row.prefix,
  is_path_style: row.is_path_style,
  access_key_id: isRestricted ? null : row.access_key_id,
  has_secret: row.sealed_secret !== null,
  datasets: row.datasets,
  last_ok_at: row.last_ok_at?.toISOString() ?? null,
  last_error: row.last_error,
  revision: row.revision,
  created_by: row.created_by,
  updated_at: row.updated_at.toISOString(),
});

export interface StorageRoutesDeps extends StorageDeps {
  readonly bucketReaders: BucketReaders;
  readonly pageOrigins: PageOrigins;
  readonly publicOrigin: string;
}

export const storageHandlers = (deps: StorageRoutesDeps): AllHandlers => {
  const answer = async (row: ProfileRow): Promise<StorageProfile> => {
    await deps.pageOrigins.refresh();
    return toItem({ ...row, datasets: await countDatasets(deps.db, row.id) }, { isRestricted: false });
  };

  return {
    async listStorageProfiles({ actor }) {
      const isRestricted = !allows(actor, { permission: "ADMIN_MANAGE_R" });
      const items = (await listProfiles(deps.db)).map((row) => toItem(row, { isRestricted }));
      return { items, total: items.length };
    },

    async createStorageProfile(call) {
      const { secret_access_key: secret, request_key: requestKey } = call.body;
      return answer(await createProfile(deps, call.context, { input: inputFromBody(call.body), secret, requestKey }));
    },

    async updateStorageProfile(call) {
      const { secret_access_key: secret, expect_revision: expectedRevision } = call.body;
      const change = { id: call.params.id, expectedRevision, input: inputFromBody(call.body), secret };
      return answer(await updateProfile(deps, call.context, change));
    },

    async deleteStorageProfile(call) {
      await deleteProfile(deps, call.context, call.params.id);
      await deps.pageOrigins.refresh();
      return { id: call.params.id };
    },

    async testStorageProfile({ params }) {
      const { canList, canRead, canBrowsersRead, message } = await testProfile(deps, params.id);
      return { can_list: canList, can_read: canRead, can_browsers_read: canBrowsersRead, message };
    },

    async browseStorage({ query }) {
      const { uri, profileId, folders, files, isTruncated } = await browseStorage(deps.bucketReaders, query.uri);
      return { uri, profile_id: profileId, folders: [...folders], files: [...files], is_truncated: isTruncated };
    },
  };
};
