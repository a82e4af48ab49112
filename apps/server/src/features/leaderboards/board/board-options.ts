import type { EvaluationFacts } from "../inputs/evaluation-facts.store.ts";
import type { BoardOptions } from "./board-document.ts";

const RESAMPLES = 1_000;

export const boardOptions = ({ seed }: EvaluationFacts): BoardOptions => ({
  seed: Number(BigInt.asUintN(52, seed)),
  resamples: RESAMPLES,
});
