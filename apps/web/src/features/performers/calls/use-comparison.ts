import { useState } from "react";
import { useSearchParams } from "react-router";
import { z } from "zod";
import { MAX_COMPARED, toggleMark } from "./call.rules.ts";

const PARAM = "compare";

export interface Comparison {
  marked: readonly string[];
  toggle: (id: string) => void;
  clear: () => void;
  /** The calls in the open player, from the address. */
  compared: readonly string[];
  open: () => void;
  close: () => void;
}

const idsOf = (words: string | null): string[] =>
  (words ?? "")
    .split(",")
    .filter((id) => z.uuid().safeParse(id).success)
    .slice(0, MAX_COMPARED);

/** Which results are chosen, and which of them are open side by side; the latter can be shared by its address. */
export const useComparison = (): Comparison => {
  const [params, setParams] = useSearchParams();
  const compared = idsOf(params.get(PARAM));
  const [marked, setMarked] = useState<readonly string[]>(compared);
  const write = (ids: readonly string[]): void => {
    const next = new URLSearchParams(params);
    if (ids.length > 1) next.set(PARAM, ids.join(","));
    else next.delete(PARAM);
    setParams(next);
  };
  return {
    marked,
    toggle: (id) => setMarked((now) => toggleMark(now, id)),
    clear: () => setMarked([]),
    compared,
    open: () => write(marked),
    close: () => write([]),
  };
};
