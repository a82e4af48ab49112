import { useTranslation } from "react-i18next";
import { formatBrief, formatCount } from "../../../ui/format.ts";
import styles from "./consumption.module.css";
import { type DayBar, type ModelTotal, type Paints, paintsOf, ticksUpTo } from "./consumption.rules.ts";

interface ConsumptionChartProps {
  bars: readonly DayBar[];
  models: readonly ModelTotal[];
}

const HEIGHT = 240;
const BAR_STEP = 10;
const BAR_WIDTH = 8;
const LABELS = 6;

/** Stacked bars: days by model. The table next to it is the accessible alternative. */
export const ConsumptionChart = ({ bars, models }: ConsumptionChartProps) => {
  const { t, i18n } = useTranslation();
  const ticks = ticksUpTo(Math.max(...bars.map(({ total }) => total), 0));
  const top = ticks.at(-1) ?? 1;
  const paints = paintsOf(models.map(({ model }) => model));
  return (
    <>
      <ul className={styles.legend}>
        {models.map(({ model }) => (
          <li key={model}>
            <span aria-hidden="true" style={{ background: paints.get(model) }} />
            {model}
          </li>
        ))}
      </ul>
      <div className={styles.plot}>
        <div className={styles.ticks} aria-hidden="true">
          {ticks.toReversed().map((tick) => (
            <span key={tick}>{formatBrief(tick, i18n.language)}</span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={t("credits.consumption.spoken", { count: bars.length })}
          className={styles.svg}
          viewBox={`0 0 ${bars.length * BAR_STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          {ticks.map((tick) => (
            <line
              key={tick}
              className={styles.grid}
              x1={0}
              x2={bars.length * BAR_STEP}
              y1={HEIGHT - (tick / top) * HEIGHT}
              y2={HEIGHT - (tick / top) * HEIGHT}
            />
          ))}
          {bars.map((bar, place) => (
            <Bar key={bar.day} bar={bar} left={place * BAR_STEP + 1} top={top} paints={paints} />
          ))}
        </svg>
        <DayLabels bars={bars} />
      </div>
    </>
  );
};

interface BarProps {
  bar: DayBar;
  left: number;
  top: number;
  paints: Paints;
}

const Bar = ({ bar, left, top, paints }: BarProps) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const words = bar.parts.map(({ model, credits }) => `${model}: ${count(credits)}`).join("\n");
  let below = 0;
  return (
    <g>
      <title>{`${bar.day} · ${t("credits.consumption.total", { count: bar.total, shown: count(bar.total) })}\n${words}`}</title>
      <rect className={styles.hit} x={left - 1} y={0} width={BAR_STEP} height={HEIGHT} />
      {bar.parts.map(({ model, credits }) => {
        below += credits;
        const y = HEIGHT - (below / top) * HEIGHT;
        return (
          <rect
            key={model}
            className={styles.part}
            style={{ fill: paints.get(model) }}
            x={left}
            y={y}
            width={BAR_WIDTH}
            height={(credits / top) * HEIGHT}
          />
        );
      })}
    </g>
  );
};

/** Labels a few days, always including the last. */
const DayLabels = ({ bars }: { bars: readonly DayBar[] }) => {
  const { i18n } = useTranslation();
  const every = Math.max(1, Math.ceil(bars.length / LABELS));
  const format = new Intl.DateTimeFormat(i18n.language, { month: "short", day: "numeric", timeZone: "UTC" });
  return (
    <div className={styles.days} aria-hidden="true">
      {bars.map(({ day }, place) =>
        (bars.length - 1 - place) % every === 0 ? (
          <span key={day} style={{ left: `${((place + 0.5) / bars.length) * 100}%` }}>
            {format.format(new Date(`${day}T00:00:00Z`))}
          </span>
        ) : null,
      )}
    </div>
  );
};
