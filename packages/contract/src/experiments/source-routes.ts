import { z } from "zod";
import { defineRoutes, uuid } from "../kit.ts";
import { pageOf } from "../lists.ts";
import { createRunSourceBody, runSourceFault, runSourceItem, updateRunSourceBody } from "./source-schemas.ts";

const administrator = { permission: "ADMIN_MANAGE_R", isInternalOnly: true } as const;
const one = z.object({ id: uuid });

/** Servers such as MLflow whose runs are listed beside our own. */
export const runSourcesRoutes = defineRoutes({
  listRunSources: {
    method: "GET",
    path: "/api_v1/experiment/sources",
    access: "internal",
    summary: "List the sources of runs with their last known state",
    reply: pageOf(runSourceItem),
  },
  createRunSource: {
    method: "POST",
    path: "/api_v1/experiment/source/create",
    access: administrator,
    freshSignIn: "always",
    summary: "Register an MLflow server after its connection was checked",
    body: createRunSourceBody,
    reply: runSourceItem,
    errors: ["conflict", "invalid"],
  },
  updateRunSource: {
    method: "POST",
    path: "/api_v1/experiment/source/update/:id",
    access: administrator,
    freshSignIn: "always",
    summary: "Change a source of runs; another address deletes its login",
    params: one,
    body: updateRunSourceBody,
    reply: runSourceItem,
    errors: ["conflict", "not_found", "invalid"],
  },
  deleteRunSource: {
    method: "POST",
    path: "/api_v1/experiment/source/delete/:id",
    access: administrator,
    summary: "Remove a source and its runs from the list; nothing changes at the source",
    params: one,
    reply: one,
    errors: ["not_found"],
  },
  checkRunSource: {
    method: "POST",
    path: "/api_v1/experiment/source/check/:id",
    access: administrator,
    summary: "Check the connection to a source now, and have it read next",
    params: one,
    reply: z.object({ is_ok: z.boolean(), fault: runSourceFault.nullable(), version: z.string().nullable() }),
    errors: ["not_found"],
  },
});
