export { listPaymentEvents, toPaymentEvent } from "./list-events.ts";
export { paymentsHandlers } from "./payments.routes.ts";
export { type PlanNews, tellPlan } from "./plans/tell-plan.ts";
export { replayPaymentEvent } from "./replay-event.ts";
export { type OrderNews, tellOrder } from "./tell-order.ts";
