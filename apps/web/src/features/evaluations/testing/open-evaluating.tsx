import { aNumberedQueue } from "../../../shared/leased-work/testing/numbered-queue.ts";
import { frame, mockReadyClips } from "../../../shared/leased-work/testing/ready-clips.ts";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import "../evaluating-screen.tsx";
import { anItem, aProgress, judgementId, TASK_ID } from "./an-item.ts";

type Answers = Parameters<typeof fakeApi>[0];

const DURATION_S = 0.4;

interface Fakes extends Answers {
  readonly [name: string]: Answers[string];
}

/** A mock server with as many items as requested, each judged once. */
const manyItems = (count: number): Fakes => {
  const queue = aNumberedQueue(count);
  return {
    "auth.me": () => ({ reply: aUser() }),
    "evaluations.claimItems": () => ({
      reply: { items: queue.claim().map((place) => anItem(place)), progress: aProgress() },
    }),
    "evaluations.heartbeatItems": queue.renew,
    "evaluations.saveDraft": () => ({ reply: { ok: true } }),
    "evaluations.releaseItem": () => ({ reply: { ok: true } }),
    "evaluations.skipItem": (call) => {
      queue.answer(call);
      return { reply: { next: null } };
    },
    "evaluations.submitJudgement": (call) => {
      const judgement_id = judgementId(queue.answer(call));
      return { reply: { judgement_id, can_undo_until: queue.undoableUntil(), next: null, progress: aProgress() } };
    },
    "evaluations.undoJudgement": ({ body }) => ({
      reply: { item: anItem(queue.takeBack((body as { judgement_id: string }).judgement_id)) },
    }),
    "evaluations.listMyQueue": () => ({ reply: { tasks: [] } }),
    "evaluations.listMyItems": () => ({ reply: { items: [], total: 0 } }),
  };
};

interface OpenEvaluating extends Pick<ReturnType<typeof renderConsole>, "router" | "user" | "container"> {
  sent: SentCall[];
}

export const openJudging = (answers: Answers = {}, count = 6): OpenEvaluating => {
  mockReadyClips(DURATION_S);
  const sent = fakeApi({ ...manyItems(count), ...answers });
  const { router, user, container } = renderConsole(`/evaluating?task=${TASK_ID}`);
  return { sent, router, user, container };
};

export const openHome = (search: string, answers: Answers = {}): OpenEvaluating => {
  const sent = fakeApi({ ...manyItems(0), ...answers });
  const { router, user, container } = renderConsole(`/evaluating${search}`);
  return { sent, router, user, container };
};

/** Steps through both clips to their last frame. */
export const watchAll = async (user: { keyboard: (keys: string) => Promise<void> }): Promise<void> => {
  await frame();
  for (let step = 0; step < 4; step += 1) {
    await user.keyboard("{ArrowRight}");
    await frame();
  }
};

export const callsOf = (sent: readonly SentCall[], name: string): SentCall[] =>
  sent.filter((call) => call.name === `evaluations.${name}`);
