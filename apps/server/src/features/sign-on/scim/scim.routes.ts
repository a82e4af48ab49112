// SCIM 2.0 (RFC 7643 and 7644) for the operator's directory, such as Entra ID or Okta: it disables accounts of those who leave.
// Ours, beside sections 5 to 8 of the product's specification for base path /api.
import { SCIM_SCHEMAS, type scimConfig, type scimRoutes } from "@dailies/contract";
import type { FastifyReply } from "fastify";
import type { z } from "zod";
import type { CallContext } from "../../../http/routing/call-context.ts";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { originOf } from "../../auth/index.ts";
import type { SecurityEventOrigin } from "../../operation-log/index.ts";
import { getUser } from "../../users/index.ts";
import { createScimUser, setActive } from "./provision-users.ts";
import { requireDirectory } from "./require-directory.ts";
import type { ScimDeps } from "./scim-deps.ts";
import { faultAnswer, type ScimAnswer } from "./scim-fault.ts";
import { MAX_LISTED, readJson, readNewUser, readPatch, readReplacement } from "./scim-messages.rules.ts";
import { listScimUsers, toScimUsers } from "./scim-users.ts";

const CONFIG: z.input<typeof scimConfig> = {
  schemas: [SCIM_SCHEMAS.config],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_LISTED },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    { type: "oauthbearertoken", name: "Bearer token", description: "The token that the operator has configured." },
  ],
};

interface Call {
  readonly context: CallContext;
  readonly reply: FastifyReply;
}

const ok = (body: object): ScimAnswer => ({ status: 200, body });

const send = async (reply: FastifyReply, { status, body, headers = {} }: ScimAnswer): Promise<void> => {
  reply.code(status).headers(headers);
  if (body === undefined) reply.removeHeader("content-type");
  // As bytes, to which no charset is added: the type has none.
  await reply.send(body === undefined ? "" : Buffer.from(JSON.stringify(body)));
};

export const scimHandlers = (deps: ScimDeps): Handlers<typeof scimRoutes> => {
  const { db } = deps;

  /** No route answers before the caller has shown the token. */
  const forDirectory =
    <C extends Call>(act: (call: C, origin: SecurityEventOrigin) => Promise<ScimAnswer>) =>
    async (call: C): Promise<void> => {
      const origin = originOf(call.context);
      const answer = async (): Promise<ScimAnswer> => {
        await requireDirectory(deps, call.reply.request.headers.authorization, origin);
        return act(call, origin);
      };
      await send(call.reply, await answer().catch(faultAnswer));
    };

  const bodyOf = ({ reply }: Call): unknown => readJson(reply.request.body);

  return {
    getScimConfig: forDirectory(async () => ok(CONFIG)),

    listScimUsers: forDirectory(async ({ query }) => ok(await listScimUsers(deps, query))),

    getScimUser: forDirectory(async ({ params }) => {
      const [user = {}] = await toScimUsers(db, deps, [await getUser(db, params.id)]);
      return ok(user);
    }),

    createScimUser: forDirectory(async (call, origin) => {
      const user = await createScimUser(deps, readNewUser(bodyOf(call)), origin);
      return { status: 201, body: user, headers: { location: user.meta.location } };
    }),

    replaceScimUser: forDirectory(async (call, origin) =>
      ok(await setActive(deps, { id: call.params.id, isActive: readReplacement(bodyOf(call)), origin })),
    ),

    patchScimUser: forDirectory(async (call, origin) =>
      ok(await setActive(deps, { id: call.params.id, isActive: readPatch(bodyOf(call)), origin })),
    ),

    deleteScimUser: forDirectory(async ({ params }, origin) => {
      await setActive(deps, { id: params.id, isActive: false, origin });
      return { status: 204, body: undefined };
    }),
  };
};
