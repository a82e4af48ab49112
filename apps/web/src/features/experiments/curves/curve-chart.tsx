import { type PointerEvent, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatMetric } from "../../../shared/metric-value.ts";
import {
  bandPath,
  type ChartBucket,
  type CurveAxis,
  linearScale,
  linePath,
  nearestBucket,
  type Scale,
  valueScale,
} from "./curve.rules.ts";
import styles from "./curves.module.css";

export interface ChartCurve {
  readonly id: string;
  readonly name: string;
  readonly colour: string;
  readonly dash: string | undefined;
  readonly buckets: readonly ChartBucket[];
}

interface CurveChartProps {
  name: string;
  curves: readonly ChartCurve[];
  axis: CurveAxis;
  isLog: boolean;
  isSmoothed: boolean;
  /** Steps that were marked by dragging. */
  /** Absent where nothing finer can be had. */
  onZoom: ((fromStep: number, toStep: number) => void) | undefined;
}

const [WIDTH, HEIGHT] = [520, 210];
const LEFT = 56;
const [RIGHT, TOP, BOTTOM] = [WIDTH - 8, 8, HEIGHT - 24];
const MIN_DRAG = 6;

const useScales = (curves: readonly ChartCurve[], isLog: boolean): { x: Scale; y: Scale } =>
  useMemo(() => {
    const buckets = curves.flatMap((curve) => curve.buckets);
    const xs = buckets.map((bucket) => bucket.x);
    const low = xs.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    const high = xs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    const domain = xs.length === 0 ? ([0, 1] as const) : ([low, high === low ? low + 1 : high] as const);
    const values = buckets.flatMap(({ min, max }) => (min === null || max === null ? [] : [min, max]));
    return { x: linearScale(domain, [LEFT, RIGHT], 6), y: valueScale(values, [BOTTOM, TOP], isLog) };
  }, [curves, isLog]);

/** Curves over each other: a line with the range of its values, and marks where a value is not finite. */
export const CurveChart = ({ name, curves, axis, isLog, isSmoothed, onZoom }: CurveChartProps) => {
  const { t } = useTranslation();
  const { x, y } = useScales(curves, isLog);
  const [pointer, setPointer] = useState<number>();
  const [dragFrom, setDragFrom] = useState<number>();
  const root = useRef<SVGSVGElement>(null);
  const placeOf = ({ clientX }: PointerEvent): number => {
    const box = root.current?.getBoundingClientRect();
    if (!box || box.width === 0) return LEFT;
    return Math.min(RIGHT, Math.max(LEFT, ((clientX - box.left) / box.width) * WIDTH));
  };
  const endDrag = (to: number): void => {
    if (dragFrom !== undefined && axis === "step" && Math.abs(to - dragFrom) >= MIN_DRAG) {
      const [from, end] = [Math.min(dragFrom, to), Math.max(dragFrom, to)];
      onZoom?.(Math.max(0, Math.floor(x.toValue(from))), Math.ceil(x.toValue(end)));
    }
    setDragFrom(undefined);
  };
  return (
    <div className={styles.chart}>
      <svg
        ref={root}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className={styles.plot}
        role="img"
        aria-label={t("experiments.curves.chartOf", { name, count: curves.length })}
        onPointerMove={(event) => setPointer(placeOf(event))}
        onPointerLeave={() => {
          setPointer(undefined);
          setDragFrom(undefined);
        }}
        onPointerDown={(event) => setDragFrom(placeOf(event))}
        onPointerUp={(event) => endDrag(placeOf(event))}
      >
        <Axes x={x} y={y} axis={axis} />
        {curves.map((curve) => (
          <CurveLines key={curve.id} curve={curve} x={x} y={y} isLog={isLog} isSmoothed={isSmoothed} />
        ))}
        {dragFrom !== undefined && pointer !== undefined ? (
          <rect
            className={styles.drag}
            x={Math.min(dragFrom, pointer)}
            y={TOP}
            width={Math.abs(pointer - dragFrom)}
            height={BOTTOM - TOP}
          />
        ) : null}
        {pointer === undefined ? null : (
          <line className={styles.cursor} x1={pointer} x2={pointer} y1={TOP} y2={BOTTOM} />
        )}
      </svg>
      {pointer === undefined ? null : <Readout curves={curves} at={x.toValue(pointer)} isRight={pointer < WIDTH / 2} />}
    </div>
  );
};

const Axes = ({ x, y, axis }: { x: Scale; y: Scale; axis: CurveAxis }) => {
  const { t } = useTranslation();
  const format = (value: number): string =>
    axis === "step" ? formatMetric(value) : t("experiments.curves.seconds", { value: formatMetric(value) });
  return (
    <g className={styles.axes}>
      {y.ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={RIGHT} y1={y.toPixel(tick)} y2={y.toPixel(tick)} />
          <text x={LEFT - 6} y={y.toPixel(tick) + 3} textAnchor="end">
            {formatMetric(tick)}
          </text>
        </g>
      ))}
      {x.ticks.map((tick) => (
        <text key={tick} x={x.toPixel(tick)} y={HEIGHT - 8} textAnchor="middle">
          {format(tick)}
        </text>
      ))}
    </g>
  );
};

interface CurveLinesProps {
  curve: ChartCurve;
  x: Scale;
  y: Scale;
  isLog: boolean;
  isSmoothed: boolean;
}

/** On a logarithmic scale a value that is not positive has no place; the chart says how many there are. */
const CurveLines = ({ curve, x, y, isLog, isSmoothed }: CurveLinesProps) => {
  const { t } = useTranslation();
  const at = (bucket: ChartBucket, value: number | null): readonly [number, number] | undefined =>
    value === null || (isLog && value <= 0) ? undefined : [x.toPixel(bucket.x), y.toPixel(value)];
  const band = curve.buckets.map((bucket): readonly [number, number, number] | undefined => {
    const [high, low] = [
      at(bucket, bucket.max),
      at(bucket, bucket.min) ?? (bucket.max === null ? undefined : [0, BOTTOM]),
    ];
    return high && low ? [high[0], high[1], low[1] ?? BOTTOM] : undefined;
  });
  const broken = curve.buckets.filter(({ nan, infinite }) => nan + infinite > 0);
  return (
    <g style={{ color: curve.colour }}>
      <path className={styles.band} d={bandPath(band)} />
      {isSmoothed ? (
        <path className={styles.faint} d={linePath(curve.buckets.map((each) => at(each, each.mean)))} />
      ) : null}
      <path
        className={styles.line}
        strokeDasharray={curve.dash}
        d={linePath(curve.buckets.map((each) => at(each, each.smooth)))}
      />
      {curve.buckets.length === 1 && curve.buckets[0] ? <Dot at={at(curve.buckets[0], curve.buckets[0].mean)} /> : null}
      {broken.map((bucket) => (
        <path
          key={bucket.fromStep}
          className={styles.broken}
          d={`M${(x.toPixel(bucket.x) - 4).toFixed(1)} ${BOTTOM}l8 0l-4 -8Z`}
        >
          <title>
            {t("experiments.curves.notFinite", {
              name: curve.name,
              from: bucket.fromStep,
              to: bucket.toStep,
              nan: bucket.nan,
              infinite: bucket.infinite,
            })}
          </title>
        </path>
      ))}
    </g>
  );
};

const Dot = ({ at }: { at: readonly [number, number] | undefined }) =>
  at ? <circle className={styles.dot} cx={at[0]} cy={at[1]} r={3} /> : null;

/** The values under the pointer. */
const Readout = ({ curves, at, isRight }: { curves: readonly ChartCurve[]; at: number; isRight: boolean }) => {
  const { t } = useTranslation();
  const found = curves.flatMap((curve) => {
    const bucket = nearestBucket(curve.buckets, at);
    return bucket ? [{ curve, bucket }] : [];
  });
  if (found.length === 0) return null;
  return (
    <ul className={styles.readout} data-side={isRight ? "right" : "left"} aria-hidden="true">
      {found.map(({ curve, bucket }) => (
        <li key={curve.id}>
          <span className={styles.swatch} style={{ background: curve.colour }} />
          {t("experiments.curves.readout", {
            name: curve.name,
            step: bucket.toStep,
            value: bucket.mean === null ? t("experiments.curves.noNumber") : formatMetric(bucket.mean),
          })}
        </li>
      ))}
    </ul>
  );
};
