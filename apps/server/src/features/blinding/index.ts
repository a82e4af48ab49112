export {
  blindedTasksOf,
  listBlindedAssets,
  listBlindedTasks,
  listBlindedTasksByUser,
} from "./blinding.store.ts";
export { isBlinded, requireNothingBlinded, requireUnblinded, requireUnblindedAssets } from "./require-unblinded.ts";
