import { useState } from "react";

interface Submission {
  isBusy: boolean;
  error: unknown;
  /** Runs the action once; on failure the dialog stays open with its error and input. */
  submit: (act: () => Promise<unknown>) => void;
}

export const useSubmit = (onDone: () => void): Submission => {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit: Submission["submit"] = (act) => {
    setIsBusy(true);
    setError(undefined);
    act()
      .then(onDone, (reason: unknown) => setError(reason ?? new Error()))
      .finally(() => setIsBusy(false));
  };
  return { isBusy, error, submit };
};
