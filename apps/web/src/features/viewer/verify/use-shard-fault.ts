import type { VerifyRun } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { verificationQuery, verificationsQuery } from "../viewer.queries.ts";

export type VerifyFault = VerifyRun["faults"][number];

/** A fault that names the last good sample is the most useful. */
const mostTelling = (faults: readonly VerifyFault[]): VerifyFault | undefined =>
  faults.find(({ last_good_sample }) => last_good_sample !== null) ?? faults[0];

/** The fault of a shard found by the newest verification with findings. */
export const useShardFault = (handle: string, shard: number | undefined): VerifyFault | undefined => {
  const runs = useQuery(verificationsQuery(handle));
  const telling = runs.data?.items.find(({ faults_total }) => faults_total > 0);
  const run = useQuery({ ...verificationQuery(telling?.id ?? ""), enabled: telling !== undefined });
  return mostTelling((run.data?.faults ?? []).filter((fault) => fault.shard === shard));
};
