import { type EvaluationItem, MAX_LEASES } from "@dailies/contract";
import { useQueryClient } from "@tanstack/react-query";
import { type Dispatch, useEffect, useEffectEvent } from "react";
import { isSignedOut } from "../../../../lib/api/api-error.ts";
import { evaluationsCalls } from "../../../../lib/api/clients/evaluations.ts";
import { currentUserQuery } from "../../../../lib/session.ts";
import type { LeaseQueueAction } from "./lease-queue.ts";

const BEAT_MS = 60_000;

interface HeartbeatOptions {
  readonly items: readonly EvaluationItem[];
  readonly tell: Dispatch<LeaseQueueAction>;
  readonly onLost: (leaseIds: readonly string[]) => void;
}

/** Heartbeat that renews the leases every minute, and immediately when the page becomes visible again. */
export const useHeartbeat = ({ items, tell, onLost }: HeartbeatOptions): void => {
  const client = useQueryClient();
  const beat = useEffectEvent(async () => {
    if (items.length === 0) return;
    try {
      const lease_ids = items.slice(0, MAX_LEASES).map(({ lease_id }) => lease_id);
      const { kept, lost } = await evaluationsCalls.heartbeatItems({ body: { lease_ids } });
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
