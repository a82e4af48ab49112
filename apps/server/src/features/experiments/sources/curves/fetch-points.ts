import { MAX_FETCHED_POINTS } from "@dailies/contract";
import type { MlflowClient } from "../../../../platform/mlflow/mlflow-client.ts";
import { toMlflowFault } from "../../../../platform/mlflow/mlflow-fault.ts";
import type { PointAnswer } from "../../../../platform/mlflow/mlflow-schemas.ts";
import { type Points, sortPoints } from "../../points/points.ts";
import { toPoint } from "../sync/copied-run.rules.ts";

/** A page takes about 2 MB. */
const POINTS_A_PAGE = 20_000;
/** The most that MLflow picks of one run. */
const PICKED_POINTS = 2_500;

export interface FetchedPoints {
  readonly points: Points;
  readonly isSampled: boolean;
}

/** Points of the same step stay in the order in which the source tells them. */
export const toPoints = (answers: readonly PointAnswer[]): Points => {
  const points = answers.map(toPoint);
  return sortPoints({
    steps: Float64Array.from(points, ({ step }) => step),
    values: Float64Array.from(points, ({ value }) => value),
    times: Float64Array.from(points, ({ atMs }) => atMs),
  });
};

/** Undefined when there are more points than are fetched, or when their answer is too large. */
const fetchAll = async (client: MlflowClient, runId: string, key: string): Promise<PointAnswer[] | undefined> => {
  const all: PointAnswer[] = [];
  let token: string | undefined;
  try {
    for (let page = 0; page < MAX_FETCHED_POINTS / POINTS_A_PAGE; page += 1) {
      const answer = await client.readHistory(runId, key, { maxResults: POINTS_A_PAGE, pageToken: token });
      for (const point of answer.items) all.push(point);
      token = answer.nextPageToken;
      if (token === undefined) return all;
    }
  } catch (error) {
    if (toMlflowFault(error)?.fault !== "too_large") throw error;
  }
  return undefined;
};

/** All points of a metric; of a long one those that the source picks, which may miss an extreme. */
export const fetchPoints = async (client: MlflowClient, runId: string, key: string): Promise<FetchedPoints> => {
  const all = await fetchAll(client, runId, key);
  if (all) return { points: toPoints(all), isSampled: false };
  return { points: toPoints(await client.sampleHistory([runId], key, PICKED_POINTS)), isSampled: true };
};
