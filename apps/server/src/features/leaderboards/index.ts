export { findKeptBoard } from "./board/get-board.ts";
export { type Boards, openBoards } from "./board/open-boards.ts";
export { leaderboardsHandlers } from "./leaderboards.routes.ts";
export { startBoardSnapshot } from "./snapshots/start-keeping-board.ts";
