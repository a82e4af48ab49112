import { useCallback, useRef, useState } from "react";
import { SeenClip } from "../../../../shared/leased-work/clips/seen-clip.ts";
import type { Slot } from "../state/judgement.rules.ts";
import { judgementDrafts } from "../state/judging-calls.ts";

type Clips = Readonly<Record<Slot, SeenClip>>;

/** The watched parts of each leased item, by lease. */
export class WatchTracker {
  readonly #clips = new Map<string, Clips>();

  of(leaseId: string): Clips {
    const known = this.#clips.get(leaseId);
    if (known) return known;
    const before = judgementDrafts.read(leaseId)?.seen;
    const clips = { A: new SeenClip(before?.A), B: new SeenClip(before?.B) };
    this.#clips.set(leaseId, clips);
    return clips;
  }

  secondsOf(leaseId: string): { A: number; B: number } {
    const { A, B } = this.of(leaseId);
    return { A: A.seenS, B: B.seenS };
  }
}

const STEPS = 20;

/** The tracker, and a callback that re-renders whenever another 5% of a clip was watched. */
export const useWatchTracker = (): { tracker: WatchTracker; onSeen: (leaseId: string) => void } => {
  const [tracker] = useState(() => new WatchTracker());
  const [, draw] = useState("");
  const drawn = useRef("");
  const onSeen = useCallback(
    (leaseId: string): void => {
      const { A, B } = tracker.of(leaseId);
      const look = [A, B].map(({ share, isWatched }) => (isWatched ? "all" : Math.floor(share * STEPS)));
      const sign = `${leaseId} ${look.join(" ")}`;
      if (sign === drawn.current) return;
      drawn.current = sign;
      draw(sign);
    },
    [tracker],
  );
  return { tracker, onSeen };
};
