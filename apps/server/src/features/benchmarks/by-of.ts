import type { Actor } from "../../actor.ts";
import type { TaskBy } from "../tasks/index.ts";
import type { BenchmarksDeps } from "./benchmarks-deps.ts";

export const byOf = (
  { clock }: Pick<BenchmarksDeps, "clock">,
  { actor, context }: { actor: Actor; context: { requestId: string } },
): TaskBy => ({ actor, requestId: context.requestId, at: clock() });
