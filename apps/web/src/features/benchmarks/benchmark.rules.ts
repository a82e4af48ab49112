import type { BenchmarkDetail, CellStatus, GenerationProgress } from "@dailies/contract";

/** The actions the UI offers. The server enforces permissions. */
export interface Offers {
  /** Change and remove rows, columns and generation settings. */
  canEdit: boolean;
  canAdd: boolean;
  /** Exclude rows and include them again. */
  canExcludeRows: boolean;
  canGenerate: boolean;
  canRegenerate: boolean;
  /** Exclude cells and choose the attempt that counts. */
  canDecide: boolean;
  canSet: boolean;
  /** Regenerating a cell makes its judgements stale, so they no longer count. */
  makesStale: boolean;
  canCancel: boolean;
  canRetry: boolean;
  canReset: boolean;
  canStartEvaluation: boolean;
  canStopEvaluation: boolean;
}

export const inFlightOf = ({ queued, running }: GenerationProgress): number => queued + running;
export const retryableOf = ({ failed, cancelled }: GenerationProgress): number => failed + cancelled;

const NO_PROGRESS: GenerationProgress = {
  total: 0,
  waiting: 0,
  queued: 0,
  running: 0,
  succeeded: 0,
  failed: 0,
  cancelled: 0,
  excluded: 0,
};

export const progressOf = ({ progress }: Pick<BenchmarkDetail, "progress">): GenerationProgress =>
  progress ?? NO_PROGRESS;

export const offersOf = (task: Pick<BenchmarkDetail, "status" | "is_mine" | "progress">): Offers => {
  const progress = progressOf(task);
  const is = (status: BenchmarkDetail["status"]): boolean => task.is_mine && task.status === status;
  const isGenerating = is("Generating");
  return {
    canEdit: is("Init"),
    canAdd: is("Init") || isGenerating,
    canExcludeRows: is("Init") || isGenerating,
    canGenerate: is("Init"),
    canRegenerate: isGenerating || is("Benchmarking"),
    canDecide: isGenerating,
    canSet: task.is_mine && task.status !== "Finished",
    makesStale: is("Benchmarking"),
    canCancel: (isGenerating || is("Benchmarking")) && inFlightOf(progress) > 0,
    canRetry: isGenerating && retryableOf(progress) > 0,
    canReset: isGenerating && progress.succeeded === 0,
    canStartEvaluation: isGenerating,
    canStopEvaluation: is("Benchmarking"),
  };
};

export const isUnderWay = (status: CellStatus): boolean => status === "Queued" || status === "Running";

/** Progress over all cells that are not excluded: 0…1. */
export const shareDone = ({ total, excluded, succeeded, failed, cancelled }: GenerationProgress): number => {
  const wanted = total - excluded;
  return wanted <= 0 ? 0 : Math.min(1, (succeeded + failed + cancelled) / wanted);
};

/** There are no rows or no columns, so there are no cells yet. */
export const isEmptyGrid = ({ rows, columns_list }: Pick<BenchmarkDetail, "rows" | "columns_list">): boolean =>
  rows === 0 || columns_list.length === 0;
