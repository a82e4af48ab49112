import type { VerifyRun } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { verificationQuery, verificationsQuery } from "../viewer.queries.ts";

export type VerifyFault = VerifyRun["faults"][number];

/** The one that knows the last good sample says more than the others. */
const mostTelling = (faults: readonly VerifyFault[]): VerifyFault | undefined =>
  faults.find(({ last_good_sample }) => last_good_sample !== null) ?? faults[0];

/** What the newest verification that found anything says of a shard. */
export const useShardFault = (handle: string, shard: number | undefined): VerifyFault | undefined => {
  const runs = useQuery(verificationsQuery(handle));
  const telling = runs.data?.items.find(({ faults_total }) => faults_total > 0);
  const run = useQuery({ ...verificationQuery(telling?.id ?? ""), enabled: telling !== undefined });
  return mostTelling((run.data?.faults ?? []).filter((fault) => fault.shard === shard));
};
