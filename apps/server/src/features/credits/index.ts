export { getAccount } from "./account.store.ts";
export { creditsHandlers } from "./credits.routes.ts";
export { byOf as operatorOf } from "./credits-deps.ts";
export { type EndUserRow, findEndUser, normalizeEmail } from "./end-user.store.ts";
export { getEndUser, noSuchEndUser } from "./get-end-user.ts";
export {
  type Memo,
  type Move,
  type Movement,
  type MoveOfEmail,
  type MoveResult,
  moveCredits,
  moveCreditsOfEmail,
} from "./ledger.store.ts";
export { lockEndUser, lockEndUserById } from "./lock-end-user.store.ts";
export { refusedMove } from "./refused-move.ts";
export { voidHold } from "./void-grant.ts";
