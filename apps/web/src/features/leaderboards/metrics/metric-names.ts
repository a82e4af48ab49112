import { METRICS, type MetricSpec } from "@dailies/contract";

const SPECS: ReadonlyMap<string, MetricSpec> = new Map(METRICS.map((spec) => [spec.key, spec]));

export const specOf = (key: string): MetricSpec | undefined => SPECS.get(key);

/** Built-in metrics by name; metrics of a judge by key. */
export const metricName = (key: string): string => specOf(key)?.name ?? key;

const DIGITS = 3;

/** Three significant digits: 0.00213, 41.2, 1,830. */
export const formatMetric = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumSignificantDigits: DIGITS }).format(value);
