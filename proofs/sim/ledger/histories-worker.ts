import { parentPort, workerData } from "node:worker_threads";
import { runHistory } from "./history.ts";

export interface Share {
  readonly seed: number;
  readonly histories: number;
  /** Every n-th history, from the given start. */
  readonly stride: number;
  readonly first: number;
}

export interface ShareResult {
  readonly histories: number;
  readonly decided: number;
  readonly effects: number;
  readonly crashes: number;
  readonly lostAnswers: number;
  readonly failed: { readonly seed: number; readonly fault: string } | undefined;
}

const runShare = ({ seed, histories, stride, first }: Share): ShareResult => {
  const total = { histories: 0, decided: 0, effects: 0, crashes: 0, lostAnswers: 0 };
  for (let n = first; n < histories; n += stride) {
    const { decided, faults, crashes, lostAnswers } = runHistory(seed + n);
    total.histories += 1;
    total.decided += decided.length;
    total.effects += decided.filter(({ result }) => result.outcome === "ok").length;
    total.crashes += crashes;
    total.lostAnswers += lostAnswers;
    if (faults[0] !== undefined) return { ...total, failed: { seed: seed + n, fault: faults[0] } };
  }
  return { ...total, failed: undefined };
};

parentPort?.postMessage(runShare(workerData as Share));
