export {
  type CancellationRow,
  confirmCancellation,
  findOpenCancellation,
  noteReported,
} from "./cancellations/cancellation.store.ts";
export { creditsHandlers } from "./credits.routes.ts";
export { type EndUserRow, findEndUser, findEndUsersInOrder, normalizeEmail } from "./customers/end-user.store.ts";
export { getEndUser, noSuchEndUser } from "./customers/get-end-user.ts";
export { lockEndUser, lockEndUserById } from "./customers/lock-end-user.store.ts";
export { credentialSubject, lockForGrants } from "./grants/allowance.store.ts";
export { describeLimit } from "./grants/describe-limit.ts";
export { readGrantLimit } from "./grants/read-allowance.ts";
export { voidHold } from "./grants/void-grant.ts";
export { getAccount } from "./ledger/account.store.ts";
export { ledgerCheck } from "./ledger/check-ledger.ts";
export {
  type Creation,
  createCredits,
  createCreditsInOrder,
  type Grant,
  type GrantResult,
  type Memo,
  type Move,
  type Movement,
  type MoveOfEmail,
  type MoveResult,
  moveCredits,
  moveCreditsOfEmail,
} from "./ledger/ledger.store.ts";
export { refusedMove } from "./ledger/refused-move.ts";
