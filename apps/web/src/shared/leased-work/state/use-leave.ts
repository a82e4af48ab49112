import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { LeasedItem } from "./lease-queue.ts";

interface LeaveOptions {
  readonly items: readonly LeasedItem[];
  readonly sendDraft: () => void;
  readonly release: (leaseId: string) => Promise<unknown>;
  /** The list to return to, and its query. */
  readonly to: string;
  readonly queryKey: readonly string[];
}

/** Returns to the list and releases the leases, so that nobody waits for them to expire; drafts are kept. */
export const useLeave = ({ items, sendDraft, release, to, queryKey }: LeaveOptions): (() => void) => {
  const navigate = useNavigate();
  const client = useQueryClient();
  return () => {
    sendDraft();
    const released = items.map(({ lease_id }) => release(lease_id));
    // Leases that could not be released expire by themselves.
    void Promise.allSettled(released).then(() => client.invalidateQueries({ queryKey }));
    void navigate(to);
  };
};
