import type { contract } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { createServiceSeal } from "../service-api/index.ts";
import { credentialToolsHandlers } from "./credential-tools.routes.ts";
import { ledgerToolsHandlers } from "./ledger-tools.routes.ts";
import { type PaymentToolsDeps, paymentToolsHandlers } from "./payment-tools.routes.ts";

export const platformToolsHandlers = ({
  secretKey,
  ...deps
}: PaymentToolsDeps & { readonly secretKey: Buffer }): Handlers<typeof contract.platformTools> => ({
  ...ledgerToolsHandlers(deps),
  ...paymentToolsHandlers(deps),
  ...credentialToolsHandlers({ ...deps, seal: createServiceSeal(secretKey) }),
});
