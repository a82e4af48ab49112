import { Chart } from "../../../../ui/chart/chart.tsx";
import type { ChartSeries } from "../../../../ui/chart/types.ts";
import { Example } from "../example.tsx";
import { sampleFailure } from "../sample-failure.ts";
import { useSampleRetry } from "../use-sample-retry.ts";

const interval = (x: string, y: number, half: number) => ({ x, y, low: y - half, high: y + half });

const WINS: readonly ChartSeries[] = [
  {
    name: "sample-model-a",
    points: [
      interval("motion", 61, 4),
      interval("prompt fit", 55, 4.5),
      interval("detail", 48, 4.2),
      interval("text", 22, 6),
    ],
  },
  {
    name: "sample-model-b",
    points: [
      interval("motion", 52, 4),
      interval("prompt fit", 57, 4.5),
      interval("detail", 51, 4.2),
      interval("text", 35, 6),
    ],
  },
];

const ONE: readonly ChartSeries[] = [
  {
    name: "sample-model-c",
    points: [
      interval("motion", 44, 4),
      interval("prompt fit", 47, 4.4),
      interval("detail", 63, 4.1),
      interval("text", 41, 6),
    ],
  },
];

const WEEKS = [1, 2, 3, 4, 5, 6, 7, 8];

const rating = (name: string, start: number, step: number): ChartSeries => ({
  name,
  points: WEEKS.map((week) => {
    const y = start + step * week + ((week * 7919) % 9);
    return { x: week, y, low: y - 60 / week, high: y + 60 / week };
  }),
});

const RATINGS: readonly ChartSeries[] = [
  rating("sample-model-a", 1000, 9),
  rating("sample-model-b", 1010, 4),
  rating("sample-model-c", 980, 1),
];

const NONE: readonly ChartSeries[] = [];

export const ChartExamples = () => {
  const { isRetrying, retry } = useSampleRetry();
  const wins = { kind: "bar", xName: "Dimension", yName: "Wins, %" } as const;
  return (
    <>
      <Example state="Lines with intervals, named at their end">
        <Chart
          title="Rating by week"
          kind="line"
          series={RATINGS}
          xScale="value"
          xName="Week"
          yName="Rating"
          digits={0}
          note="Invented numbers; 95 % intervals shrink as votes come in."
        />
      </Example>
      <Example state="Bars of several series">
        <Chart
          title="Wins by dimension"
          series={WINS}
          {...wins}
          note="Invented numbers, n = 480 each, 95 % intervals."
        />
      </Example>
      <Example state="Bars of one series">
        <Chart
          title="Wins of sample-model-c"
          series={ONE}
          {...wins}
          note="Invented numbers, n = 480, 95 % intervals."
        />
      </Example>
      <Example state="Loading">
        <Chart title="Wins by dimension" series={NONE} heightPx={160} isLoading {...wins} />
      </Example>
      <Example state="Empty">
        <Chart title="Wins by dimension" series={NONE} heightPx={160} {...wins} />
      </Example>
      <Example state="Error">
        <Chart
          title="Wins by dimension"
          series={NONE}
          isLoading={isRetrying}
          error={isRetrying ? undefined : sampleFailure()}
          onRetry={retry}
          {...wins}
        />
      </Example>
    </>
  );
};
