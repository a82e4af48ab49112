import type { Answers } from "../../../../platform/processes/calls.ts";
import { openComparedLists } from "./compared-lists.store.ts";
import type { listCalls } from "./list-calls.ts";

/** Answers in a process that holds one pair of lists and ends with it. */
export const openListAnswers = (): Answers<typeof listCalls> => {
  let opened: ReturnType<typeof openComparedLists> | undefined;
  const lists = () => {
    // A process that was started again has nothing of what the one before it was told.
    if (!opened) throw new Error("the lists are not open in this process");
    return opened;
  };
  return {
    open: async (options) => {
      opened = openComparedLists(options);
      await opened;
    },
    append: async ({ side, samples }) => (await lists()).append(side, samples),
    compare: async () => (await lists()).compare(),
    durationOf: async (side) => (await lists()).durationOf(side),
  };
};
