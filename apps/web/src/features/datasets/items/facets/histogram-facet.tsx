import type { ColumnType, Facet } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatDecimal, formatMinute, formatNumber } from "../../../../ui/format.ts";
import { rangeOf, withRange } from "../filter/predicate-parts.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import { type BrushSpan, rangeOfSpan, spanOf } from "./brush.rules.ts";
import styles from "./facets.module.css";
import { useBrush } from "./use-brush.ts";

const digitsFor = (edges: readonly number[]): number => {
  const span = Math.abs((edges.at(-1) ?? 0) - (edges[0] ?? 0));
  if (edges.every(Number.isInteger) || span >= 1_000) return 0;
  if (span >= 10) return 1;
  return span >= 1 ? 2 : 3;
};

/** Formats an axis value with just enough digits to distinguish the bars; times as dates. */
const useEdgeWords = (type: ColumnType, edges: readonly number[]): ((value: number) => string) => {
  const { i18n } = useTranslation();
  if (type === "time") return (value) => formatMinute(new Date(value), i18n.language);
  const digits = digitsFor(edges);
  return (value) =>
    digits === 0 ? formatNumber(Math.round(value), i18n.language) : formatDecimal(value, digits, i18n.language);
};

type Histogram = NonNullable<Facet["histogram"]>;

const asTime = (ms: number): string => new Date(ms).toISOString();

/** The filtered distribution drawn over the full one, with a brush to select a range. */
export const HistogramFacet = ({ facet, histogram }: { facet: Facet; histogram: Histogram }) => {
  const { t } = useTranslation();
  const { filter } = useBrowser();
  const { edges } = histogram;
  const bars = histogram.counts.length;
  const words = useEdgeWords(facet.type, edges);
  const isTime = facet.type === "time";
  const { shown, area, onKeyDown } = useBrush({
    bars,
    span: spanOf(edges, rangeOf(filter.predicate, facet.field)),
    onChange: (span) =>
      filter.set(withRange(filter.predicate, facet.field, rangeOfSpan(edges, span), isTime ? asTime : undefined)),
  });
  const thumb = (end: "from" | "to") => {
    const place = shown?.[end] ?? (end === "from" ? 0 : bars);
    return (
      <span
        role="slider"
        tabIndex={0}
        className={styles.thumb}
        data-set={shown ? true : undefined}
        style={{ left: `${(place / bars) * 100}%` }}
        aria-label={t(`datasetItems.facet.${end}`, { field: facet.field })}
        aria-valuemin={0}
        aria-valuemax={bars}
        aria-valuenow={place}
        aria-valuetext={words(edges[Math.round(place)] ?? 0)}
        onKeyDown={onKeyDown(end)}
      />
    );
  };
  return (
    <div className={styles.histogram}>
      <div className={styles.plot} data-field={facet.field} {...area}>
        <Bars histogram={histogram} span={shown} />
        {thumb("from")}
        {thumb("to")}
      </div>
      <div className={`${styles.axis} ds-number`}>
        <span>{words(edges[0] ?? 0)}</span>
        <SpanWords span={shown} edges={edges} words={words} />
        <span>{words(edges.at(-1) ?? 0)}</span>
      </div>
    </div>
  );
};

const Bars = ({
  histogram: { counts, full_counts: full, edges },
  span,
}: {
  histogram: Histogram;
  span: BrushSpan | undefined;
}) => {
  const most = Math.max(1, ...full);
  const bars = counts.length;
  return (
    <svg className={styles.bars} viewBox={`0 0 ${bars} 100`} preserveAspectRatio="none" aria-hidden="true">
      {full.map((count, bar) => (
        <g key={edges[bar]}>
          <rect
            className={styles.full}
            x={bar + 0.06}
            width={0.88}
            y={100 - (count / most) * 100}
            height={(count / most) * 100}
          />
          <rect
            className={styles.current}
            x={bar + 0.06}
            width={0.88}
            y={100 - ((counts[bar] ?? 0) / most) * 100}
            height={((counts[bar] ?? 0) / most) * 100}
          />
        </g>
      ))}
      {span ? (
        <>
          <rect className={styles.shade} x={0} y={0} width={span.from} height={100} />
          <rect className={styles.shade} x={span.to} y={0} width={Math.max(0, bars - span.to)} height={100} />
        </>
      ) : null}
    </svg>
  );
};

interface SpanWordsProps {
  span: BrushSpan | undefined;
  edges: readonly number[];
  words: (value: number) => string;
}

const SpanWords = ({ span, edges, words }: SpanWordsProps) => {
  if (!span) return null;
  const at = (place: number): string => words(edges[Math.round(place)] ?? 0);
  return <strong className={styles.chosen}>{`${at(span.from)} – ${at(span.to)}`}</strong>;
};
