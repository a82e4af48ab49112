import { useRef } from "react";
import { type Location, useBeforeUnload, useBlocker } from "react-router";
import { Confirm } from "./feedback/confirm.tsx";

interface LeaveGuardProps {
  /** There are unsaved changes. */
  isNeeded: boolean;
  /** Destinations that keep the changes, such as another page of the same list. */
  keeps: (next: Location, current: Location) => boolean;
  title: string;
  /** What would be lost. */
  effect: string;
  /** "Leave and discard 5 changes" */
  action: string;
}

/** Confirms before unsaved changes are lost by navigation or by closing the tab. */
export const LeaveGuard = ({ isNeeded, keeps, title, effect, action }: LeaveGuardProps) => {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isNeeded && !keeps(nextLocation, currentLocation));
  // Proceed and reset are exclusive, and the dialog calls onClose after either.
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
