import { type authRoutes, defineRoutes } from "@dailies/contract";
import { z } from "zod";
import type { Handlers } from "../apps/server/src/http/routing/register-routes.ts";
import type { Db } from "../apps/server/src/platform/db/database.ts";
import type { enqueueWorkflow } from "../apps/server/src/platform/db/outbox.ts";

/**
 * Mistakes that must not compile. `tsc -b` reads this file: if one of them starts to compile, its `@ts-expect-error` is
 * unused and the build fails.
 */
const reply = z.object({ ok: z.literal(true) });

export const routes = [
  // @ts-expect-error a route without `access`
  defineRoutes({ a: { method: "GET", path: "/api/a", summary: "a", reply } }),
  // @ts-expect-error an unknown permission
  defineRoutes({ a: { method: "GET", path: "/api/a", access: { permission: "NOPE" }, summary: "a", reply } }),
  // @ts-expect-error an unknown rule
  defineRoutes({ a: { method: "GET", path: "/api/a", access: "everybody", summary: "a", reply } }),
  // @ts-expect-error a choice with one option
  defineRoutes({ a: { method: "GET", path: "/api/a", access: { any: ["internal"] }, summary: "a", reply } }),
  // @ts-expect-error a path outside the two base paths
  defineRoutes({ a: { method: "GET", path: "/elsewhere/a", access: "public", summary: "a", reply } }),
  // @ts-expect-error a method the contract does not know
  defineRoutes({ a: { method: "PATCH", path: "/api/a", access: "public", summary: "a", reply } }),
  // @ts-expect-error a route without a reply
  defineRoutes({ a: { method: "GET", path: "/api/a", access: "public", summary: "a" } }),
  // @ts-expect-error an unknown error code
  defineRoutes({ a: { method: "GET", path: "/api/a", access: "public", summary: "a", reply, errors: ["oops"] } }),
];

const guarded = defineRoutes({
  rename: {
    method: "POST",
    path: "/api_v1/thing/rename/:id",
    access: "signed-in",
    summary: "Rename a thing",
    params: z.object({ id: z.string() }),
    body: z.object({ name: z.string() }),
    reply,
  },
  greet: { method: "GET", path: "/api/greet", access: "public", summary: "Greet", reply },
});

type Complete = Handlers<typeof guarded>;

const rename: Complete["rename"] = async ({ actor, params, body }) => {
  await Promise.all([actor.username, params.id, body.name]);
  return { ok: true };
};
const greet: Complete["greet"] = () => ({ ok: true });

export const complete: Complete = { rename, greet };

// @ts-expect-error a missing handler
export const missing: Complete = { rename };

export const extra: Complete = {
  rename,
  greet,
  // @ts-expect-error an extra handler
  other: () => ({ ok: true }),
};

// @ts-expect-error a reply that does not match the contract
export const wrongReply: Complete["greet"] = () => ({ ok: false });

// @ts-expect-error a public route has no actor
export const actorOfNobody: Complete["greet"] = ({ actor }) => ({ ok: actor });

// @ts-expect-error an input that the route does not declare
export const undeclaredPart: Complete["rename"] = ({ query }) => ({ ok: query });

// @ts-expect-error a field that the body does not have
export const unknownField: Handlers<typeof authRoutes>["sendCode"] = ({ body }) => ({ ok: body.phone });

// @ts-expect-error a connection where a transaction is required
export const withoutTransaction: Parameters<typeof enqueueWorkflow>[0] = {} as Db;
