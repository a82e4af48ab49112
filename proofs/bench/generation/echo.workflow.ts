import { proxyActivities } from "@temporalio/workflow";

interface EchoActivities {
  echo(input: { callId: string }): Promise<void>;
}

/** As many no-op activities as a grid has cells, with the same concurrency: the throughput of the engine itself. */
export const echoMany = async ({ count, window }: { count: number; window: number }): Promise<void> => {
  const { echo } = proxyActivities<EchoActivities>({ startToCloseTimeout: "30 seconds" });
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await echo({ callId: `echo-${next}` });
    }
  };
  await Promise.all(Array.from({ length: window }, lane));
};
