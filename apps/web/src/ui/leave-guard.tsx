import { useRef } from "react";
import { type Location, useBeforeUnload, useBlocker } from "react-router";
import { Confirm } from "./feedback/confirm.tsx";

interface LeaveGuardProps {
  /** Something on the page would be lost. */
  isNeeded: boolean;
  /** Places that keep what is here, such as another page of the same list. */
  keeps: (next: Location, current: Location) => boolean;
  title: string;
  /** What would be lost. */
  effect: string;
  /** "Leave and discard 5 changes" */
  action: string;
}

/** Asks before work that was not saved is lost, inside the console and when the tab is closed. */
export const LeaveGuard = ({ isNeeded, keeps, title, effect, action }: LeaveGuardProps) => {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isNeeded && !keeps(nextLocation, currentLocation));
  // Going on and staying exclude each other, and the dialog closes after either.
  const isLeaving = useRef(false);
  useBeforeUnload((event) => {
    if (isNeeded) event.preventDefault();
  });
  return (
    <Confirm
      isOpen={blocker.state === "blocked"}
      isDangerous
      title={title}
      effect={effect}
      action={action}
      onConfirm={async () => {
        isLeaving.current = true;
        blocker.proceed?.();
      }}
      onClose={() => {
        if (!isLeaving.current) blocker.reset?.();
        isLeaving.current = false;
      }}
    />
  );
};
