import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import { auditActor, type RequestContext } from "../../request-context.ts";
import { addRowFrom } from "../benchmarks/index.ts";
import { recordOperation } from "../operation-log/index.ts";
import { taskSubject } from "../tasks/index.ts";
import { endUserSubject, favoriteSubject, found } from "./audit-favorite.ts";
import type { ContentDeps } from "./content-deps.ts";
import { type FavoriteRecord, findFavoriteHeld } from "./favorite.store.ts";

/** Raters see benchmark prompts, so the end user must have consented and still be active. */
const requireConsent = ({ hasConsented, userStatus }: FavoriteRecord): void => {
  if (userStatus === "deleted") throw new DomainError("conflict", "the creator of this favourite no longer exists");
  if (!hasConsented)
    throw new DomainError("conflict", "the creator of this favourite has not consented to showing it to judges");
};

const requirePrompt = ({ prompt }: FavoriteRecord): string => {
  if (!prompt) throw new DomainError("conflict", "this favourite has no prompt");
  return prompt;
};

/** Appends the prompt of a favourite to a benchmark; the benchmark's own rules decide whether the caller may. */
export const makeBenchmarkRow = async (
  { benchmarks }: ContentDeps,
  context: RequestContext,
  { id, taskId }: { id: string; taskId: string },
): Promise<number> => {
  if (!context.actor.permissions.has("USE_VERSION_1_0"))
    throw new DomainError("not_allowed", MESSAGES.noOperationPermission);
  let favorite: FavoriteRecord | undefined;
  return addRowFrom(benchmarks, context, {
    id: taskId,
    read: async (tx) => {
      favorite = found(await findFavoriteHeld(tx, id), "favourite");
      requireConsent(favorite);
      return { label: "", inputs: { prompt: requirePrompt(favorite) }, category: favorite.source, weight: 1 };
    },
    record: (tx, index) => {
      const { userId } = found(favorite, "favourite");
      return recordOperation(tx, auditActor(context), {
        opType: "Use_favorite",
        subjects: [favoriteSubject(id), endUserSubject(userId), taskSubject(taskId)],
        meta: { row: index, task_id: taskId },
      });
    },
  });
};
