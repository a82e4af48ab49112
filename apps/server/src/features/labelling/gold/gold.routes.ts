// Routes under /label/gold: items of a label task whose answers are known, for its owner.
// Serves /label/task/list and /label/history/{taskId} of the specification.
import type { labelGoldRoutes } from "@dailies/contract";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import type { Db } from "../../../platform/db/database.ts";
import { getLabelGold, markLabelGold, updateLabelGold } from "./change-label-gold.ts";

export const labelGoldHandlers = ({ db }: { readonly db: Db }): Handlers<typeof labelGoldRoutes> => ({
  getLabelGold: ({ actor, params }) => getLabelGold(db, actor.userId, params.id),
  async updateLabelGold({ actor, params, body, context }) {
    await updateLabelGold(db, context, params.id, body);
    return getLabelGold(db, actor.userId, params.id);
  },
  async markLabelGold({ actor, params, body, context }) {
    await markLabelGold(db, context, params.id, body.item);
    return getLabelGold(db, actor.userId, params.id);
  },
});
