export { boardSnapshotFiles } from "./board/board-snapshot.store.ts";
export { findKeptBoard } from "./board/get-board.ts";
export { type Boards, openBoards } from "./board/open-boards.ts";
export { type EntryName, listEntryNames, listTalliesAgainst } from "./inputs/pair-tallies.store.ts";
export { leaderboardsHandlers } from "./leaderboards.routes.ts";
export { requireBoardTask } from "./require-board-task.ts";
export { snapshotsCheck } from "./snapshots/snapshots-check.ts";
export { startBoardSnapshot } from "./snapshots/start-keeping-board.ts";
