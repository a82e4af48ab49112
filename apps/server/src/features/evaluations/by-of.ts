import type { Actor } from "../../actor.ts";
import type { TaskBy } from "../tasks/index.ts";
import type { EvaluationsDeps } from "./evaluations-deps.ts";

export const byOf = (
  { clock }: Pick<EvaluationsDeps, "clock">,
  { actor, context }: { actor: Actor; context: { requestId: string } },
): TaskBy => ({ actor, requestId: context.requestId, at: clock() });
