import { useSearchParams } from "react-router";

interface DetailParam {
  openId: string | undefined;
  open: (id: string) => void;
  /** Goes to a neighbour without a new step in the history. */
  move: (id: string) => void;
  close: () => void;
}

/** Keeps the id of the open detail in the query of the hash address, so that a detail has an address of its own. */
export const useDetailParam = (name = "id"): DetailParam => {
  const [params, setParams] = useSearchParams();

  const write = (id: string | undefined, replace: boolean): void => {
    const next = new URLSearchParams(params);
    if (id === undefined) next.delete(name);
    else next.set(name, id);
    // At once, so that two quick presses of an arrow go two steps.
    setParams(next, { replace, flushSync: true });
  };

  return {
    openId: params.get(name) ?? undefined,
    open: (id) => write(id, false),
    move: (id) => write(id, true),
    close: () => write(undefined, false),
  };
};
