import { useCallback, useState } from "react";
import { type PlayerHandle, startPlayer } from "../../synced-player/use-player.ts";
import type { LeasedItem } from "../state/lease-queue.ts";

/** The players of the deck; the next one can be started before the page has rendered it. */
export const useDeckPlayers = ([current, next]: readonly LeasedItem[]) => {
  const [handles, setHandles] = useState<ReadonlyMap<string, PlayerHandle>>(new Map());
  const onHandle = useCallback((leaseId: string, handle: PlayerHandle | undefined): void => {
    setHandles((before) => {
      const after = new Map(before);
      if (handle) after.set(leaseId, handle);
      else after.delete(leaseId);
      return after;
    });
  }, []);
  const waiting = next && handles.get(next.lease_id);
  return {
    handle: current && handles.get(current.lease_id),
    onHandle,
    startNext: () => {
      if (waiting) startPlayer(waiting);
    },
  };
};
