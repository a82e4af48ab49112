import { type StorageProfile, storageRoutes } from "@dailies/contract";
import { z } from "zod";

const { shape } = storageRoutes.createStorageProfile.body;

/** The form representation: an empty text is absent, while the API uses null. */
export const profileForm = storageRoutes.createStorageProfile.body
  .omit({ request_key: true })
  .extend({
    is_own_store: z.boolean(),
    endpoint: shape.endpoint.unwrap().optional(),
    public_endpoint: shape.public_endpoint.unwrap().optional(),
    access_key_id: shape.access_key_id.unwrap().optional(),
    secret_access_key: shape.secret_access_key.unwrap().unwrap().optional(),
  })
  .refine(({ is_own_store, endpoint }) => is_own_store || endpoint !== undefined, {
    path: ["endpoint"],
    message: "please give an address",
  });
export type ProfileFields = z.output<typeof profileForm>;

export const fieldsOf = (profile: StorageProfile | undefined): Partial<z.input<typeof profileForm>> =>
  profile === undefined
    ? { is_own_store: false, region: "us-east-1", prefix: "", is_path_style: true }
    : {
        is_own_store: profile.endpoint === null,
        name: profile.name,
        bucket: profile.bucket,
        prefix: profile.prefix,
        region: profile.region,
        is_path_style: profile.is_path_style,
        endpoint: profile.endpoint ?? undefined,
        public_endpoint: profile.public_endpoint ?? undefined,
        access_key_id: profile.access_key_id ?? undefined,
      };

/** The secret is sent only if one was typed; if absent, the server keeps the sealed one. */
export const wireOf = ({ is_own_store, secret_access_key: secret, ...fields }: ProfileFields) => ({
  ...fields,
  endpoint: is_own_store ? null : (fields.endpoint ?? null),
  public_endpoint: is_own_store ? null : (fields.public_endpoint ?? null),
  access_key_id: is_own_store ? null : (fields.access_key_id ?? null),
  ...(!is_own_store && secret !== undefined && { secret_access_key: secret }),
});

const originOf = (address: string): string | undefined => {
  try {
    return new URL(address).origin;
  } catch {
    // An incomplete URL while the user is typing.
    return undefined;
  }
};

/** A sealed secret is bound to the endpoint it was entered for. */
export const losesSecret = (profile: StorageProfile | undefined, endpoint: string | undefined): boolean => {
  if (!profile?.has_secret || profile.endpoint === null) return false;
  return originOf(endpoint ?? "") !== originOf(profile.endpoint);
};

export const addressOfProfile = ({ bucket, prefix }: Pick<StorageProfile, "bucket" | "prefix">): string =>
  `s3://${bucket}/${prefix}`;
