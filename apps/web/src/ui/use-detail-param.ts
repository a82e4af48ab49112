import { useSearchParams } from "react-router";

interface DetailParam {
  openId: string | undefined;
  open: (id: string) => void;
  /** Moves to a neighbour with `replace`. */
  move: (id: string) => void;
  close: () => void;
}

/** Keeps the id of the open detail in the query of the hash URL, so that a detail can be linked. */
export const useDetailParam = (name = "id"): DetailParam => {
  const [params, setParams] = useSearchParams();

  const write = (id: string | undefined, replace: boolean): void => {
    const next = new URLSearchParams(params);
    if (id === undefined) next.delete(name);
    else next.set(name, id);
    // Flush synchronously, so that two quick arrow presses move two steps.
    setParams(next, { replace, flushSync: true });
  };

  return {
    openId: params.get(name) ?? undefined,
    open: (id) => write(id, false),
    move: (id) => write(id, true),
    close: () => write(undefined, false),
  };
};
