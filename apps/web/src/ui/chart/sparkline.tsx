import "./sparkline.css";

interface SparklineProps {
  /** In order and at equal distances; null where there is none. */
  values: readonly (number | null)[];
  /** The value at the upper edge; the highest one unless given. */
  top?: number;
  /** The text alternative: what somebody who does not see the line learns. */
  words: string;
  tone?: "accent" | "error" | "success";
  /** As wide as its place, instead of the width of a table cell. */
  isWide?: boolean;
}

const WIDTH = 140;
const HEIGHT = 28;
const EDGE = 4;

/** A small line without axes. */
export const Sparkline = ({ values, top, words, tone = "accent", isWide }: SparklineProps) => {
  const highest = Math.max(top ?? 0, ...(top === undefined ? values.map((value) => value ?? 0) : []));
  const points = values.flatMap((value, at) =>
    value === null
      ? []
      : [
          {
            x: EDGE + (at / Math.max(1, values.length - 1)) * (WIDTH - 2 * EDGE),
            y: HEIGHT - EDGE - (highest === 0 ? 0 : value / highest) * (HEIGHT - 2 * EDGE),
          },
        ],
  );
  const last = points.at(-1);
  return (
    <svg
      className={isWide ? "ds-sparkline ds-sparkline-wide" : "ds-sparkline"}
      data-tone={tone}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      {...(isWide && { preserveAspectRatio: "none" })}
      role="img"
      aria-label={words}
    >
      <title>{words}</title>
      <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")} />
      {last && !isWide ? <circle cx={last.x} cy={last.y} r={2.5} /> : null}
    </svg>
  );
};
