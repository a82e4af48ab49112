import { useEffect, useState } from "react";

export type CopyState = "idle" | "copied" | "failed";

const SHOWN_MS = 2000;

/** Copies text and reports the result for two seconds; a browser may refuse, for example over plain HTTP. */
export const useCopy = (text: string): { state: CopyState; copy: () => void } => {
  const [state, setState] = useState<CopyState>("idle");

  useEffect(() => {
    if (state === "idle") return undefined;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = (): void => {
    const clipboard: Clipboard | undefined = navigator.clipboard;
    if (!clipboard) {
      setState("failed");
      return;
    }
    clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("failed"),
    );
  };
  return { state, copy };
};
