import { useState } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { useApplyImport, useCheckImport } from "../users.queries.ts";
import type { ImportTable } from "./import-table.tsx";

type Lines = Pick<Parameters<typeof ImportTable>[0], "rows" | "counts">;

export type ImportStep =
  | { at: "choose" }
  | { at: "preview"; name: string; csv: string; digest: string; lines: Lines; hasMoved: boolean }
  | { at: "report"; lines: Lines };

const isConflict = (reason: unknown): boolean => reason instanceof ApiError && reason.code === "conflict";

/** Choose, preview, apply, report. Applies exactly what was previewed, or nothing. */
export const useImport = () => {
  const [step, setStep] = useState<ImportStep>({ at: "choose" });
  const [error, setError] = useState<unknown>();
  const check = useCheckImport();
  const apply = useApplyImport();

  const preview = async (name: string, csv: string, hasMoved = false): Promise<void> => {
    setError(undefined);
    try {
      const { digest, ...lines } = await check.mutateAsync(csv);
      setStep({ at: "preview", name, csv, digest, lines, hasMoved });
    } catch (reason) {
      setError(reason);
    }
  };

  const run = async (): Promise<void> => {
    if (step.at !== "preview") return;
    setError(undefined);
    try {
      setStep({ at: "report", lines: await apply.mutateAsync({ csv: step.csv, digest: step.digest }) });
    } catch (reason) {
      // A user of the file was changed meanwhile: the preview is recomputed and must be confirmed again.
      if (isConflict(reason)) await preview(step.name, step.csv, true);
      else setError(reason);
    }
  };

  const restart = (): void => {
    setError(undefined);
    setStep({ at: "choose" });
  };
  return { step, error, isBusy: check.isPending || apply.isPending, preview, run, restart };
};
