import { act } from "@testing-library/react";
import { vi } from "vitest";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import "../evaluating-screen.tsx";
import { anItem, aProgress, judgementId, TASK_ID } from "./an-item.ts";

type Answers = Parameters<typeof fakeApi>[0];

const DURATION_S = 0.4;

/** jsdom media elements never load; these are ready immediately and move when told to. */
const beReady = (): void => {
  const prototype = HTMLMediaElement.prototype;
  vi.spyOn(prototype, "readyState", "get").mockReturnValue(4);
  vi.spyOn(prototype, "duration", "get").mockReturnValue(DURATION_S);
  vi.spyOn(prototype, "seeking", "get").mockReturnValue(false);
  vi.spyOn(prototype, "paused", "get").mockReturnValue(true);
  vi.spyOn(prototype, "play").mockResolvedValue(undefined);
  vi.spyOn(prototype, "pause").mockReturnValue(undefined);
  vi.spyOn(prototype, "load").mockReturnValue(undefined);
};

interface Fakes extends Answers {
  readonly [name: string]: Answers[string];
}

/** A mock server with as many items as requested, each judged once. */
const manyItems = (count: number): Fakes => {
  const given = new Set<number>();
  const left = (): number[] => Array.from({ length: count }, (_, at) => at + 1).filter((place) => !given.has(place));
  const placeOf = ({ body }: SentCall): number => Number((body as { lease_id: string }).lease_id.slice(-12));
  return {
    "auth.me": () => ({ reply: aUser() }),
    "evaluations.claimItems": () => ({
      reply: {
        items: left()
          .slice(0, 4)
          .map((place) => anItem(place)),
        progress: aProgress(),
      },
    }),
    "evaluations.heartbeatItems": ({ body }) => ({
      reply: {
        kept: (body as { lease_ids: string[] }).lease_ids.map((lease_id) => ({
          lease_id,
          lease_until: new Date(Date.now() + 600_000).toISOString(),
        })),
        lost: [],
      },
    }),
    "evaluations.saveDraft": () => ({ reply: { ok: true } }),
    "evaluations.releaseItem": () => ({ reply: { ok: true } }),
    "evaluations.skipItem": (call) => {
      given.add(placeOf(call));
      return { reply: { next: null } };
    },
    "evaluations.submitJudgement": (call) => {
      const place = placeOf(call);
      given.add(place);
      const can_undo_until = new Date(Date.now() + 30_000).toISOString();
      return { reply: { judgement_id: judgementId(place), can_undo_until, next: null, progress: aProgress() } };
    },
    "evaluations.undoJudgement": ({ body }) => {
      const place = Number((body as { judgement_id: string }).judgement_id.slice(-12));
      given.delete(place);
      return { reply: { item: anItem(place) } };
    },
    "evaluations.listMyQueue": () => ({ reply: { tasks: [] } }),
    "evaluations.listMyItems": () => ({ reply: { items: [], total: 0 } }),
  };
};

interface OpenEvaluating extends Pick<ReturnType<typeof renderConsole>, "router" | "user" | "container"> {
  sent: SentCall[];
}

export const openJudging = (answers: Answers = {}, count = 6): OpenEvaluating => {
  beReady();
  // Prefer reduced motion: the clips move only when the test steps them.
  const asked = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    query.includes("reduced-motion") ? Object.defineProperty(asked(query), "matches", { value: true }) : asked(query),
  );
  const sent = fakeApi({ ...manyItems(count), ...answers });
  const { router, user, container } = renderConsole(`/evaluating?task=${TASK_ID}`);
  return { sent, router, user, container };
};

export const openHome = (search: string, answers: Answers = {}): OpenEvaluating => {
  const sent = fakeApi({ ...manyItems(0), ...answers });
  const { router, user, container } = renderConsole(`/evaluating${search}`);
  return { sent, router, user, container };
};

const frame = (): Promise<void> =>
  act(async () => {
    await new Promise<void>((resolve) => setTimeout(resolve, 40));
  });

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
