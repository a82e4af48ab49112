import { KeyCap } from "../../../shared/leased-work/components/key-cap.tsx";
import { type ChangeableAct, keyOf, useOwnKeys } from "./own-keys.ts";

interface OwnKeyCapProps {
  act: ChangeableAct;
  isOnAccent?: boolean;
}

/** The key of an act beside its button, as this person chose it. */
export const OwnKeyCap = ({ act, isOnAccent = false }: OwnKeyCapProps) => (
  <KeyCap isOnAccent={isOnAccent}>{keyOf(act, useOwnKeys()).toUpperCase()}</KeyCap>
);
