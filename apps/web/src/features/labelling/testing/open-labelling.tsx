import type { LabelTaskDetail } from "@dailies/contract";
import { act } from "@testing-library/react";
import { vi } from "vitest";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import "../label-history-screen.tsx";
import "../label-list-screen.tsx";
import "../label-task-screen.tsx";
import { anItem, aQueue, aTask, revisionId, TASK_ID } from "./a-label-task.ts";

export type Answers = Parameters<typeof fakeApi>[0];

const DURATION_S = 2;

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

/** A mock server with as many items as requested, each labelled once. */
const manyItems = (task: LabelTaskDetail, count: number): Answers => {
  const given = new Set<number>();
  const left = (): number[] => Array.from({ length: count }, (_, at) => at + 1).filter((place) => !given.has(place));
  const placeOf = ({ body }: SentCall): number => Number((body as { lease_id: string }).lease_id.slice(-12));
  return {
    "auth.me": () => ({ reply: aUser() }),
    "labelling.getLabelTask": () => ({ reply: task }),
    "labelling.claimLabelItems": () => ({
      reply: {
        items: left()
          .slice(0, 4)
          .map((place) => anItem(place)),
        queue: aQueue(left().length === 0 ? { state: "done" } : {}),
      },
    }),
    "labelling.heartbeatLabelItems": ({ body }) => ({
      reply: {
        kept: (body as { lease_ids: string[] }).lease_ids.map((lease_id) => ({
          lease_id,
          lease_until: new Date(Date.now() + 600_000).toISOString(),
        })),
        lost: [],
      },
    }),
    "labelling.saveLabelDraft": () => ({ reply: { ok: true } }),
    "labelling.releaseLabelItem": () => ({ reply: { ok: true } }),
    "labelling.skipLabelItem": (call) => {
      given.add(placeOf(call));
      return { reply: { next: null, queue: aQueue() } };
    },
    "labelling.submitLabel": (call) => {
      const place = placeOf(call);
      given.add(place);
      const can_undo_until = new Date(Date.now() + 30_000).toISOString();
      return { reply: { revision_id: revisionId(place), can_undo_until, next: null, queue: aQueue() } };
    },
    "labelling.undoLabel": ({ body }) => {
      const place = Number((body as { revision_id: string }).revision_id.slice(-12));
      given.delete(place);
      return { reply: { item: anItem(place) } };
    },
  };
};

interface OpenLabelling extends Pick<ReturnType<typeof renderConsole>, "router" | "user" | "container"> {
  sent: SentCall[];
}

interface OpenOptions {
  readonly task?: LabelTaskDetail;
  readonly count?: number;
  readonly answers?: Answers;
}

export const openWorkspace = ({
  task = aTask("keep_or_drop"),
  count = 6,
  answers = {},
}: OpenOptions): OpenLabelling => {
  beReady();
  // Prefer reduced motion: the clip moves only when the test steps it.
  const asked = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    query.includes("reduced-motion") ? Object.defineProperty(asked(query), "matches", { value: true }) : asked(query),
  );
  const sent = fakeApi({ ...manyItems(task, count), ...answers });
  return { sent, ...renderConsole(`/label/task/${TASK_ID}`) };
};

export const openAddress = (address: string, answers: Answers): OpenLabelling => {
  const sent = fakeApi({ "auth.me": () => ({ reply: aUser() }), ...answers });
  return { sent, ...renderConsole(address) };
};

export const callsOf = (sent: readonly SentCall[], name: string): SentCall[] =>
  sent.filter((call) => call.name === `labelling.${name}`);

/** Lets the player draw the frame that it was told to show. */
export const frame = (): Promise<void> =>
  act(async () => {
    await new Promise<void>((resolve) => setTimeout(resolve, 40));
  });
