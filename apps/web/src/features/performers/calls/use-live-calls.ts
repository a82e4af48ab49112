import type { LiveEvent, PerformerTaskItem } from "@dailies/contract";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLive } from "../../../lib/live/live.ts";
import { CALLS } from "../performers.queries.ts";
import { isUnderWay } from "./call.rules.ts";

type CallEvent = Extract<LiveEvent, { kind: "call" }>;

interface CallList {
  items: PerformerTaskItem[];
  total: number;
}

/** Events may arrive late or twice: a final status is never overwritten. */
const moved = <Call extends PerformerTaskItem>(
  call: Call,
  { id, status, progress, queue_position }: CallEvent,
): Call => (call.id === id && isUnderWay(call) ? { ...call, status, progress, queue_position } : call);

const patch = (cache: QueryClient, event: CallEvent): void => {
  cache.setQueriesData<CallList>({ queryKey: [...CALLS, "list"] }, (list) =>
    list?.items.some(({ id }) => id === event.id)
      ? { ...list, items: list.items.map((call) => moved(call, event)) }
      : list,
  );
  cache.setQueriesData<PerformerTaskItem>(
    { queryKey: [...CALLS, "one", event.id] },
    (call) => call && moved(call, event),
  );
};

const TOGETHER_MS = 150;

/** Applies server events to every cached list of jobs. A final status triggers a refetch, for the clip or the error. */
export const useLiveCalls = (): void => {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const readAgain = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void cache.invalidateQueries({ queryKey: CALLS }), TOGETHER_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive(["calls"], (event) => {
    if (event.kind === "call" && isUnderWay(event)) patch(cache, event);
    else readAgain();
  });
};
