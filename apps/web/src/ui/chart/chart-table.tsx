import { useTranslation } from "react-i18next";
import { formatDecimal } from "../format.ts";
import { xLabel } from "./chart-option.ts";
import type { ChartData } from "./types.ts";

/** Points of a scatter plot may be equal, so they are keyed by index. */
const linesOf = ({ series }: ChartData) =>
  series.flatMap(({ name, points }) => points.map((point, at) => ({ id: `${name} ${at}`, name, point })));

/** The data of a chart as a table, for screen readers and for copying. */
export const ChartTable = ({ title, data }: { title: string; data: ChartData }) => {
  const { t, i18n } = useTranslation();
  const number = (value: number | undefined): string =>
    value === undefined ? "" : formatDecimal(value, data.digits ?? 1, i18n.language);
  const hasIntervals = data.series.some((one) => one.points.some((point) => point.low !== undefined));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className="ds-chart-table" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("ui.chart.series")}</th>
            <th scope="col">{data.xName}</th>
            <th scope="col">{data.yName}</th>
            {hasIntervals ? <th scope="col">{t("ui.chart.low")}</th> : null}
            {hasIntervals ? <th scope="col">{t("ui.chart.high")}</th> : null}
          </tr>
        </thead>
        <tbody>
          {linesOf(data).map(({ id, name, point }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{xLabel(point.x, { xScale: data.xScale, locale: i18n.language })}</td>
              <td className="ds-number">{number(point.y)}</td>
              {hasIntervals ? <td className="ds-number">{number(point.low)}</td> : null}
              {hasIntervals ? <td className="ds-number">{number(point.high)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
