import { z } from "zod";
import { defineRoutes, moment, nonNegativeInt, positiveInt, text, uuid } from "../kit.ts";

const MAX_SCIM_BYTES = 64 * 1024;

export const SCIM_SCHEMAS = {
  user: "urn:ietf:params:scim:schemas:core:2.0:User",
  config: "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig",
  list: "urn:ietf:params:scim:api:messages:2.0:ListResponse",
  error: "urn:ietf:params:scim:api:messages:2.0:Error",
} as const;

/** An account as a directory sees it: neither rights nor how somebody signs in. */
export const scimUser = z.object({
  schemas: z.array(z.literal(SCIM_SCHEMAS.user)),
  id: uuid,
  /** The subject of the identity at the OpenID provider that is linked to the account, if any. */
  externalId: z.string().optional(),
  userName: z.string(),
  displayName: z.string(),
  name: z.object({ formatted: z.string() }),
  emails: z.array(z.object({ value: z.string(), type: z.literal("work"), primary: z.literal(true) })),
  active: z.boolean(),
  meta: z.object({ resourceType: z.literal("User"), created: moment, location: z.string() }),
});
export type ScimUser = z.infer<typeof scimUser>;

export const scimUserList = z.object({
  schemas: z.array(z.literal(SCIM_SCHEMAS.list)),
  totalResults: nonNegativeInt,
  startIndex: positiveInt,
  itemsPerPage: nonNegativeInt,
  Resources: z.array(scimUser),
});

export const scimError = z.object({
  schemas: z.array(z.literal(SCIM_SCHEMAS.error)),
  /** The HTTP status, as a text. */
  status: z.string(),
  scimType: z.string().optional(),
  detail: z.string(),
});

export const scimSupport = z.object({ supported: z.boolean() });

export const scimConfig = z.object({
  schemas: z.array(z.literal(SCIM_SCHEMAS.config)),
  patch: scimSupport,
  bulk: scimSupport.extend({ maxOperations: nonNegativeInt, maxPayloadSize: nonNegativeInt }),
  filter: scimSupport.extend({ maxResults: positiveInt }),
  changePassword: scimSupport,
  sort: scimSupport,
  etag: scimSupport,
  authenticationSchemes: z.array(z.object({ type: z.string(), name: z.string(), description: z.string() })),
});

/** All are for the operator's directory alone, which shows its token; a session of the console opens none of them. */
const forDirectory = { access: "public", errors: ["not_signed_in", "not_found", "throttled"] } as const;
const raw = { status: 200, contentType: "application/scim+json", refusal: scimError } as const;
/** From anywhere, as the directory is no page of ours. */
const changing = {
  ...forDirectory,
  rawBytes: { max: MAX_SCIM_BYTES },
  errors: [...forDirectory.errors, "malformed", "not_allowed", "conflict"],
} as const;
const params = z.object({ id: uuid });

export const scimRoutes = defineRoutes({
  getScimConfig: {
    ...forDirectory,
    method: "GET",
    path: "/api_v1/scim/v2/ServiceProviderConfig",
    summary: "Get what this SCIM server supports",
    raw,
  },
  listScimUsers: {
    ...forDirectory,
    method: "GET",
    path: "/api_v1/scim/v2/Users",
    summary: "List accounts for the operator's directory, or find one by its user name or its subject (SCIM 2.0)",
    query: z.object({
      /** `userName eq "ada"` or `externalId eq "a subject"`. */
      filter: text({ max: 1_024 }).optional(),
      /** The first is 1; a smaller number counts as 1. */
      startIndex: text({ max: 20 }).optional(),
      count: text({ max: 20 }).optional(),
    }),
    raw,
    errors: [...forDirectory.errors, "malformed"],
  },
  getScimUser: {
    ...forDirectory,
    method: "GET",
    path: "/api_v1/scim/v2/Users/:id",
    summary: "Get an account for the operator's directory (SCIM 2.0)",
    params,
    raw,
  },
  createScimUser: {
    ...changing,
    method: "POST",
    path: "/api_v1/scim/v2/Users",
    summary: "Create an account, where the operator allows it for addresses of a domain (SCIM 2.0)",
    raw: { ...raw, status: 201 },
  },
  replaceScimUser: {
    ...changing,
    method: "PUT",
    path: "/api_v1/scim/v2/Users/:id",
    summary: "Disable or enable an account; all other attributes are the console's and stay as they are (SCIM 2.0)",
    params,
    raw,
  },
  patchScimUser: {
    ...changing,
    method: "PATCH",
    path: "/api_v1/scim/v2/Users/:id",
    summary: "Disable or enable an account by a PatchOp; other attributes stay as they are (SCIM 2.0)",
    params,
    raw,
  },
  deleteScimUser: {
    ...changing,
    method: "DELETE",
    path: "/api_v1/scim/v2/Users/:id",
    summary: "Disable an account; it is kept, with its history (SCIM 2.0)",
    params,
    raw: { ...raw, status: 204 },
  },
});
