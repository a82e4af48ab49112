// The machines of the product that may write here, for whoever runs the platform.
import type { platformToolsRoutes } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { Clock } from "../../platform/clock.ts";
import type { OperationBy } from "../operation-log/index.ts";
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
  const by = ({ actor, context }: { actor: Actor; context: { requestId: string } }): OperationBy => ({
    userName: actor.username,
    requestId: context.requestId,
    at: deps.clock(),
  });
  return {
    listServiceCredentials: ({ query }) => listServiceCredentials(deps.db, query, deps.clock()),
    createServiceCredential: (call) => createServiceCredential(deps, by(call), call.body),
    rotateServiceCredential: (call) => rotateServiceCredential(deps, by(call), call.body.id),
    revokeServiceCredential: (call) => revokeServiceCredential(deps, by(call), call.body),
  };
};
