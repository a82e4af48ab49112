import type { LabelTaskDetail } from "@dailies/contract";
import { aNumberedQueue } from "../../../shared/leased-work/testing/numbered-queue.ts";
import { mockReadyClips } from "../../../shared/leased-work/testing/ready-clips.ts";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import "../label-history-screen.tsx";
import "../label-list-screen.tsx";
import "../label-task-screen.tsx";
import { anItem, aQueue, aTask, revisionId, TASK_ID } from "./a-label-task.ts";

export type Answers = Parameters<typeof fakeApi>[0];

const DURATION_S = 2;

/** A mock server with as many items as requested, each labelled once. */
const manyItems = (task: LabelTaskDetail, count: number): Answers => {
  const queue = aNumberedQueue(count);
  return {
    "auth.me": () => ({ reply: aUser() }),
    "labelling.getLabelTask": () => ({ reply: task }),
    "labelling.claimLabelItems": () => ({
      reply: {
        items: queue.claim().map((place) => anItem(place)),
        queue: aQueue(queue.left().length === 0 ? { state: "done" } : {}),
      },
    }),
    "labelling.heartbeatLabelItems": queue.renew,
    "labelling.saveLabelDraft": () => ({ reply: { ok: true } }),
    "labelling.releaseLabelItem": () => ({ reply: { ok: true } }),
    "labelling.skipLabelItem": (call) => {
      queue.answer(call);
      return { reply: { next: null, queue: aQueue() } };
    },
    "labelling.submitLabel": (call) => {
      const revision_id = revisionId(queue.answer(call));
      return { reply: { revision_id, can_undo_until: queue.undoableUntil(), next: null, queue: aQueue() } };
    },
    "labelling.undoLabel": ({ body }) => ({
      reply: { item: anItem(queue.takeBack((body as { revision_id: string }).revision_id)) },
    }),
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
  mockReadyClips(DURATION_S);
  const sent = fakeApi({ ...manyItems(task, count), ...answers });
  return { sent, ...renderConsole(`/label/task/${TASK_ID}`) };
};

export const openAddress = (address: string, answers: Answers): OpenLabelling => {
  const sent = fakeApi({ "auth.me": () => ({ reply: aUser() }), ...answers });
  return { sent, ...renderConsole(address) };
};

export const callsOf = (sent: readonly SentCall[], name: string): SentCall[] =>
  sent.filter((call) => call.name === `labelling.${name}`);
