import { useBeforeUnload } from "react-router";

/** Asks the user before closing the page would interrupt an upload. */
export const useLeaveWarning = (isNeeded: boolean): void => {
  useBeforeUnload((event) => {
    if (isNeeded) event.preventDefault();
  });
};
