import { useMemo } from "react";
import { Chart } from "../../ui/chart/chart.tsx";
import { sharesOf } from "./histogram.rules.ts";

interface HistogramPairProps {
  field: string;
  edges: readonly number[];
  /** Samples in each bin, of the one and of the other. */
  counts: readonly [readonly number[], readonly number[]];
  names: readonly [string, string];
  /** How far they are apart. */
  note: string;
  shareName: string;
}

/** The shares of samples in the same bins of both. */
export const HistogramPair = ({ field, edges, counts, names, note, shareName }: HistogramPairProps) => {
  const [[ofOne, ofOther], [one, other]] = [counts, names];
  const series = useMemo(
    () => [
      { name: one, points: sharesOf(edges, ofOne) },
      { name: other, points: sharesOf(edges, ofOther) },
    ],
    [edges, ofOne, ofOther, one, other],
  );
  return (
    <Chart
      title={field}
      note={note}
      kind="bar"
      heightPx={200}
      series={series}
      xName={field}
      yName={shareName}
      digits={1}
    />
  );
};
