import { createContext, use } from "react";

export interface FrameActionSet {
  openPalette: () => void;
  openKeysHelp: () => void;
  openSetPassword: () => void;
  openSecondFactor: () => void;
}

export const FrameActionsContext = createContext<FrameActionSet | undefined>(undefined);

export const useFrameActions = (): FrameActionSet => {
  const actions = use(FrameActionsContext);
  if (!actions) throw new Error("frame actions are used outside the frame");
  return actions;
};
