import { useSyncExternalStore } from "react";

/** A call waits until the user has confirmed who they are, or has declined to. */
export interface IdentityQuestion {
  answer: (isConfirmed: boolean) => void;
}

let question: IdentityQuestion | undefined;
let asked: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

const setQuestion = (next: IdentityQuestion | undefined): void => {
  question = next;
  for (const listener of listeners) listener();
};

const ask = async (): Promise<boolean> => {
  // Where nobody could answer, such as on the sign-in page, the refusal stands.
  if (listeners.size === 0) return false;
  try {
    return await new Promise<boolean>((resolve) => setQuestion({ answer: resolve }));
  } finally {
    setQuestion(undefined);
  }
};

/** Asks the user once, however many calls wait for the answer; true when the calls can be repeated. */
export const confirmIdentity = (): Promise<boolean> => {
  asked ??= ask().finally(() => {
    asked = undefined;
  });
  return asked;
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The open question, for the one dialog that answers it. */
export const useIdentityQuestion = (): IdentityQuestion | undefined => useSyncExternalStore(subscribe, () => question);
