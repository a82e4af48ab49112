import type { BoardOptions } from "./board-document.ts";
import type { EvaluationFacts } from "./evaluation-facts.store.ts";

const RESAMPLES = 1_000;

export const boardOptions = ({ seed }: EvaluationFacts): BoardOptions => ({
  seed: Number(BigInt.asUintN(52, seed)),
  resamples: RESAMPLES,
});
