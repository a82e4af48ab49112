import type { contract } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { SecretKeys } from "../../platform/crypto/secret-keys.ts";
import { createServiceSeal } from "../service-api/index.ts";
import { credentialToolsHandlers } from "./credential-tools.routes.ts";
import { ledgerToolsHandlers } from "./ledger-tools.routes.ts";
import { type PaymentToolsDeps, paymentToolsHandlers } from "./payment-tools.routes.ts";

export const platformToolsHandlers = ({
  secretKeys,
  ...deps
}: PaymentToolsDeps & { readonly secretKeys: SecretKeys }): Handlers<typeof contract.platformTools> => ({
  ...ledgerToolsHandlers(deps),
  ...paymentToolsHandlers(deps),
  ...credentialToolsHandlers({ ...deps, seal: createServiceSeal(secretKeys) }),
});
