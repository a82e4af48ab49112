import { useEffect, useRef } from "react";
import { hasModifier, usesOwnKeys } from "../../../ui/keyboard.ts";

/** Binds the lightbox shortcuts while it is the topmost dialog. */
export const useLightboxKeys = (keys: Readonly<Record<string, (() => void) | undefined>>, isOnTop: boolean): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!isOnTop) return undefined;
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || hasModifier(event) || usesOwnKeys(event.target)) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [isOnTop]);
};
