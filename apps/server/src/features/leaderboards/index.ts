export { findKeptBoard } from "./get-board.ts";
export { leaderboardsHandlers } from "./leaderboards.routes.ts";
export { type Boards, openBoards } from "./open-boards.ts";
export { startKeepingBoard } from "./start-keeping-board.ts";
