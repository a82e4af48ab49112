import { proxyActivities } from "@temporalio/workflow";

interface EchoActivities {
  echo(input: { callId: string }): Promise<void>;
}

/** As many activities as a grid has cells, so many under way at once, and nothing else: what the engine itself can do. */
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
