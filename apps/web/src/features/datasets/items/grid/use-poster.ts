import { useEffect, useRef, useState } from "react";
import { takeTurn } from "./poster-turns.ts";

const AGAIN_MS = 2_500;

/** Posters are rendered on first request: requests are queued, and one that was not ready in time is retried once. */
export const usePoster = (address: string | undefined) => {
  const [state, setState] = useState<"waiting" | "first" | "failed" | "again">("waiting");
  const endTurn = useRef<() => void>(undefined);
  useEffect(() => {
    if (address === undefined) return undefined;
    const end = takeTurn(() => setState((now) => (now === "waiting" ? "first" : now)));
    endTurn.current = end;
    return end;
  }, [address]);
  useEffect(() => {
    if (state !== "failed") return undefined;
    const timer = setTimeout(() => setState("again"), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return {
    isWaiting: address !== undefined && state === "waiting",
    poster:
      address === undefined || state === "waiting" ? undefined : `${address}${state === "again" ? "&again=1" : ""}`,
    onShown: () => endTurn.current?.(),
    onFault: () => {
      endTurn.current?.();
      setState((now) => (now === "first" ? "failed" : now));
    },
  };
};
