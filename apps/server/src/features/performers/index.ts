export { deletePerformer } from "./delete-performer.ts";
export { provisionDemoPerformers } from "./demo-performers.ts";
export { type OpenedPerformer, openPerformer, openRow } from "./open-performer.ts";
export type { PerformerRecord } from "./performer-record.ts";
export { performersHandlers } from "./performers.routes.ts";
export { findPerformerRow, type PerformerRow } from "./performers.store.ts";
export type { PerformerDeps } from "./performers-deps.ts";
export {
  type AdapterCall,
  ProviderError,
  type ProviderResult,
  type ProviderState,
} from "./requests/adapter.ts";
export { askPerformer, MAX_ANSWER_S, type PerformerReply } from "./requests/ask-performer.ts";
export { answersInWords, askedInput, promptLimitOf } from "./requests/asked-input.rules.ts";
export { costOf, estimateCost } from "./requests/cost.rules.ts";
export { compareDelivered } from "./requests/delivery.rules.ts";
export { requestHash } from "./requests/request-hash.rules.ts";
export {
  assetsIn,
  isAssetField,
  type ResolvedInput,
  resolveInput,
  rolesOf,
} from "./requests/resolve-input.rules.ts";
export { createPerformerSecretBox, performerSecrets } from "./secret-box.ts";
export { listPerformersById, listUsablePerformers, mayUsePerformer } from "./usable-performers.store.ts";
