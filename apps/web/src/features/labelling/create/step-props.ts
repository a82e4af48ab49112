import type { DatasetDetail, DatasetView } from "@dailies/contract";
import type { TaskDraft } from "./task-draft.ts";

export interface StepProps {
  draft: TaskDraft;
  onChange: (patch: Partial<TaskDraft>) => void;
  /** The chosen dataset and view, once they are loaded. */
  dataset: DatasetDetail | undefined;
  view: DatasetView | undefined;
  /** The user tried to go on: say what is missing. */
  areFaultsShown: boolean;
}
