import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { evaluationsRoutes, tasksRoutes } from "@dailies/contract";
import type { signIn } from "../../apps/server/src/features/demo/index.ts";

type Person = Awaited<ReturnType<typeof signIn>>;

const PREPARED_S = 120;

/** Starts a second judging of a finished benchmark's clips, for one judge, and deletes it afterwards. */
export const withOpenJudging = async (
  owner: Person,
  source: { readonly id: string; readonly name: string },
  judge: string,
  act: (taskId: string) => Promise<void>,
): Promise<void> => {
  const { plan } = await owner.call(evaluationsRoutes.getEvaluation, { params: { id: source.id } });
  if (!plan) throw new Error(`${source.name} was never judged`);
  const { id } = await owner.call(tasksRoutes.createTask, {
    body: {
      kind: "Evaluation",
      name: source.name,
      description: "",
      tags: [],
      sources: [{ task_id: source.id, column_ids: [] }],
      request_key: randomUUID(),
    },
  });
  const params = { id };
  const read = () => owner.call(evaluationsRoutes.getEvaluation, { params });
  try {
    const planned = { ...plan, judges_per_item: 1, expect_revision: (await read()).revision };
    const { revision } = await owner.call(evaluationsRoutes.planEvaluation, { params, body: planned });
    await owner.call(evaluationsRoutes.startEvaluationTask, { params, body: { expect_revision: revision } });
    await owner.call(evaluationsRoutes.changeRaters, { params, body: { usernames: [judge] } });
    for (let waited = 0; ; waited++) {
      const { clips_ready, clips_total } = (await read()).progress;
      if (clips_total > 0 && clips_ready === clips_total) break;
      if (waited === PREPARED_S) throw new Error("the clips of the judging were not prepared in time");
      await sleep(1_000);
    }
    await act(id);
  } finally {
    await owner.call(tasksRoutes.deleteTask, { params });
  }
};
