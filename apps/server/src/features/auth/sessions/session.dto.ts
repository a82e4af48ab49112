import type { SessionItem } from "@dailies/contract";
import type { SessionRow } from "./session.store.ts";

/** Maps a session to its wire format; `currentId` is the caller's session. */
export const toSessionItem = (session: SessionRow, currentId: string): SessionItem => ({
  id: session.id,
  is_current: session.id === currentId,
  user_agent: session.user_agent,
  network: session.network,
  created_at: session.created_at.toISOString(),
  last_seen_at: session.last_seen_at.toISOString(),
});
