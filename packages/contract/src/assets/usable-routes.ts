import { z } from "zod";
import { defineRoutes, uuid } from "../kit.ts";
import { listUsableQuery, PICKABLE_KINDS, usableAsset, usableFolder } from "./schemas.ts";

/** The same people who may upload: without STATIC_RESOURCE_MANAGE they see only their own assets and shared ones. */
const users = { any: ["internal", "USE_VERSION_1_0", "STATIC_RESOURCE_MANAGE"] } as const;

/** Choosing an asset as input: a bounded view of the library for those who do not manage it. */
export const usableRoutes = defineRoutes({
  listUsableAssets: {
    method: "GET",
    path: "/api_v1/asset/usable",
    access: users,
    summary: "List one's own and shared assets of one kind, newest first, to choose an input",
    query: listUsableQuery,
    reply: z.object({ items: z.array(usableAsset), next_cursor: uuid.nullable() }),
  },
  getUsableAsset: {
    method: "GET",
    path: "/api_v1/asset/usable_detail",
    access: users,
    summary: "Get one asset that the caller may read, to show a chosen input",
    query: z.object({ id: uuid }),
    reply: usableAsset,
    errors: ["not_found"],
  },
  listUsableFolders: {
    method: "GET",
    path: "/api_v1/asset/usable_folders",
    access: users,
    summary: "List the folders that hold the newest of one's own and shared assets of one kind",
    query: z.object({ kind: z.enum(PICKABLE_KINDS) }),
    reply: z.object({ items: z.array(usableFolder) }),
  },
});
