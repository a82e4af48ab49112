// Leaderboards shared with named people, who need no access to tasks: the owner's list, and what is shared with the caller.
// Ours: the specification says only that external users see what is shared with them.
import { isExternalRole, type leaderboardsRoutes } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { getBoard } from "../board/get-board.ts";
import type { LeaderboardsDeps } from "../leaderboards-deps.ts";
import { type BoardShare, isSharedWith, listSharedRows } from "./share.store.ts";
import { listBoardShares, shareBoard, unshareBoard } from "./share-board.ts";

type Calls = Handlers<typeof leaderboardsRoutes>;
type SharingCalls = "listSharedBoards" | "getSharedBoard" | "listBoardShares" | "shareBoard" | "unshareBoard";

const MAX_SHARED_LISTED = 100;

const toShare = ({ id, username, realname, role, shared_at }: BoardShare) => ({
  id,
  username,
  realname,
  is_external: isExternalRole(role),
  shared_at: shared_at.toISOString(),
});

export const sharingHandlers = (deps: LeaderboardsDeps): Pick<Calls, SharingCalls> => {
  const { db } = deps;
  return {
    async listSharedBoards({ actor }) {
      const rows = await listSharedRows(db, actor.userId, MAX_SHARED_LISTED);
      return { items: rows.map((row) => ({ ...row, shared_at: row.shared_at.toISOString() })) };
    },
    async getSharedBoard({ actor, context, params, query }) {
      if (!(await isSharedWith(db, params.id, actor.userId))) {
        throw new DomainError("not_found", "there is no such leaderboard, or it is not shared with you");
      }
      // External people too: they may know of this task, as it was shared with them.
      const invited = { ...actor, isExternal: false };
      return context.withRequestSignal((gone) => getBoard(deps, invited, { taskId: params.id, ...query }, gone));
    },
    listBoardShares: async ({ actor, params }) => ({
      items: (await listBoardShares(db, actor, params.id)).map(toShare),
    }),
    async shareBoard({ actor, context, params, body }) {
      await shareBoard(db, context, { taskId: params.id, usernames: body.usernames });
      return { items: (await listBoardShares(db, actor, params.id)).map(toShare) };
    },
    async unshareBoard({ actor, context, params, body }) {
      await unshareBoard(db, context, { taskId: params.id, userId: body.user_id });
      return { items: (await listBoardShares(db, actor, params.id)).map(toShare) };
    },
  };
};
