import { z } from "zod";
import { defineRoutes, moment, nonNegativeInt, positiveInt, text, uuid } from "../kit.ts";
import { pageOf } from "../lists.ts";

/** `s3://bucket/key`; a folder may end with a slash. */
export const storageUri = text({ min: 1, max: 2_000, required: "please enter a URI" }).regex(
  /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/.*)?$/,
  "a URI looks like s3://bucket/folder/",
);

const place = {
  name: text({ min: 1, max: 120, required: "please enter a name" }),
  /** Null is the console's own store. */
  endpoint: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable(),
  /** Endpoint that browsers use, when it differs. */
  public_endpoint: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable(),
  region: text({ min: 1, max: 64 }).default("us-east-1"),
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "this is not a bucket name"),
  /** Nothing outside it is ever read. Empty means the whole bucket. */
  prefix: text({ max: 1_000 })
    .regex(/^([^/].*\/)?$/, "a folder must not begin with a slash and must end with one")
    .refine((prefix) => !prefix.split("/").includes(".."), "a folder must not contain .."),
  is_path_style: z.boolean().default(true),
};
const keys = {
  access_key_id: text({ min: 1, max: 200 }).nullable(),
  /** Omit to keep the sealed one; it is never returned. */
  secret_access_key: text({ min: 1, max: 500 }).nullable().optional(),
};

export const storageProfile = z.object({
  id: uuid,
  ...place,
  endpoint: z.string().nullable(),
  public_endpoint: z.string().nullable(),
  bucket: z.string(),
  prefix: z.string(),
  access_key_id: z.string().nullable(),
  has_secret: z.boolean(),
  datasets: nonNegativeInt,
  last_ok_at: moment.nullable(),
  last_error: z.string().nullable(),
  revision: positiveInt,
  created_by: z.string(),
  updated_at: moment,
});
export type StorageProfile = z.output<typeof storageProfile>;

const administrator = { permission: "ADMIN_MANAGE_R", isInternalOnly: true } as const;
const one = z.object({ id: uuid });
const outside = ["unavailable", "upstream_failed", "invalid"] as const;

export const storageRoutes = defineRoutes({
  listStorageProfiles: {
    method: "GET",
    path: "/api_v1/storage/list",
    access: "internal",
    summary: "List the buckets and prefixes that datasets are read from",
    reply: pageOf(storageProfile),
  },
  createStorageProfile: {
    method: "POST",
    path: "/api_v1/storage/create",
    access: administrator,
    freshSignIn: "always",
    summary: "Create a storage profile for a bucket or a prefix of one",
    body: z.strictObject({ ...place, ...keys, request_key: uuid }),
    reply: storageProfile,
    errors: ["conflict", ...outside],
  },
  updateStorageProfile: {
    method: "POST",
    path: "/api_v1/storage/update/:id",
    access: administrator,
    freshSignIn: "always",
    summary: "Change a storage profile; another endpoint deletes its secret",
    params: one,
    body: z.strictObject({ ...place, ...keys, expect_revision: positiveInt }),
    reply: storageProfile,
    errors: ["conflict", "not_found", ...outside],
  },
  deleteStorageProfile: {
    method: "POST",
    path: "/api_v1/storage/delete/:id",
    access: administrator,
    summary: "Delete a storage profile that no dataset uses",
    params: one,
    reply: z.object({ id: uuid }),
    errors: ["conflict", "not_found"],
  },
  testStorageProfile: {
    method: "POST",
    path: "/api_v1/storage/test/:id",
    access: administrator,
    summary: "Test whether the keys of a storage profile work and its CORS rules let browsers read",
    params: one,
    reply: z.object({
      can_list: z.boolean(),
      can_read: z.boolean(),
      /** Whether the bucket's CORS rules allow range reads from this console's pages. */
      can_browsers_read: z.boolean(),
      message: z.string().nullable(),
    }),
    errors: ["not_found"],
  },
  browseStorage: {
    method: "GET",
    path: "/api_v1/storage/browse",
    access: "internal",
    summary: "List folders and files under a URI of a storage profile, at most 1,000",
    query: z.object({ uri: storageUri }),
    reply: z.object({
      uri: z.string(),
      profile_id: uuid,
      folders: z.array(z.string()),
      files: z.array(z.object({ name: z.string(), bytes: nonNegativeInt })),
      is_truncated: z.boolean(),
    }),
    errors: ["not_found", ...outside],
  },
});
