import { useQueryClient } from "@tanstack/react-query";
import { type Dispatch, useEffect, useEffectEvent } from "react";
import { isSignedOut } from "../../../lib/api/api-error.ts";
import { currentUserQuery } from "../../../lib/session.ts";
import type { LeasedItem, LeaseQueueAction } from "./lease-queue.ts";

const BEAT_MS = 60_000;

export interface RenewedLeases {
  readonly kept: readonly LeasedItem[];
  readonly lost: readonly string[];
}

interface HeartbeatOptions<Item extends LeasedItem, Progress> {
  readonly items: readonly Item[];
  readonly heartbeat: (leaseIds: string[]) => Promise<RenewedLeases>;
  readonly tell: Dispatch<LeaseQueueAction<Item, Progress>>;
  readonly onLost: (leaseIds: readonly string[]) => void;
}

/** Heartbeat that renews the leases every minute, and immediately when the page becomes visible again. */
export const useHeartbeat = <Item extends LeasedItem, Progress>({
  items,
  heartbeat,
  tell,
  onLost,
}: HeartbeatOptions<Item, Progress>): void => {
  const client = useQueryClient();
  const beat = useEffectEvent(async () => {
    if (items.length === 0) return;
    try {
      const { kept, lost } = await heartbeat(items.map(({ lease_id }) => lease_id));
      tell({ act: "kept", leases: kept, nowMs: Date.now() });
      if (lost.length > 0) onLost(lost);
    } catch (error) {
      // While offline the lease clock runs down visibly; the next heartbeat retries.
      if (isSignedOut(error)) void client.refetchQueries({ queryKey: currentUserQuery.queryKey });
    }
  });
  const hasItems = items.length > 0;
  useEffect(() => {
    if (!hasItems) return undefined;
    const beatIfSeen = (): void => {
      if (document.visibilityState === "visible") void beat();
    };
    void beat();
    const timer = setInterval(() => void beat(), BEAT_MS);
    document.addEventListener("visibilitychange", beatIfSeen);
    window.addEventListener("online", beatIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", beatIfSeen);
      window.removeEventListener("online", beatIfSeen);
    };
  }, [hasItems]);
};
