// Webhooks of payment providers: Stripe.
import type { paymentsRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { PaymentsDeps } from "./payments-deps.ts";
import { receiveStripe } from "./receive-stripe.ts";

export const paymentsHandlers = (deps: PaymentsDeps): Handlers<typeof paymentsRoutes> => ({
  async receiveStripe({ reply }) {
    const { headers, body } = reply.request;
    const signature = headers["stripe-signature"];
    await receiveStripe(deps, {
      signature: Array.isArray(signature) ? signature[0] : signature,
      body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    });
    await reply.code(200).send('{"received":true}');
  },
});
