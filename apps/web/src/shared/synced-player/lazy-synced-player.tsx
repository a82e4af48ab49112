import { Suspense } from "react";
import { lazyPart } from "../../lib/lazy-part.ts";
import { loadWithWords } from "../../lib/load-words.ts";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import type { SyncedPlayerProps } from "./synced-player.tsx";

const Loaded = lazyPart(async () => {
  const { SyncedPlayer } = await loadWithWords(["player"], () => import("./synced-player.tsx"));
  return SyncedPlayer;
});

/** Loaded with its strings when the first clips are compared. */
export const LazySyncedPlayer = (props: SyncedPlayerProps) => (
  <Suspense fallback={<Skeleton rows={8} />}>
    <Loaded {...props} />
  </Suspense>
);
