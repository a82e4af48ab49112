// Operator tools for the credentials of the product's services.
import type { platformToolsRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { Clock } from "../../platform/clock.ts";
import {
  type CredentialDeps,
  createServiceCredential,
  listServiceCredentials,
  revokeServiceCredential,
  rotateServiceCredential,
} from "../service-api/index.ts";

type CredentialCalls =
  | "listServiceCredentials"
  | "createServiceCredential"
  | "rotateServiceCredential"
  | "revokeServiceCredential";

export const credentialToolsHandlers = (
  deps: CredentialDeps & { readonly clock: Clock },
): Pick<Handlers<typeof platformToolsRoutes>, CredentialCalls> => {
  return {
    listServiceCredentials: ({ query }) => listServiceCredentials(deps.db, query, deps.clock()),
    createServiceCredential: (call) =>
      createServiceCredential(deps, call.context, {
        name: call.body.name,
        scopes: call.body.scopes,
        dailyCredits: call.body.daily_credits,
        idempotencyKey: call.body.idempotency_key,
      }),
    rotateServiceCredential: (call) => rotateServiceCredential(deps, call.context, call.body.id),
    revokeServiceCredential: (call) => revokeServiceCredential(deps, call.context, call.body),
  };
};
