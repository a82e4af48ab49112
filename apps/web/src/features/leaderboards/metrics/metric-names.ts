import { METRICS, type MetricSpec } from "@dailies/contract";

const SPECS: ReadonlyMap<string, MetricSpec> = new Map(METRICS.map((spec) => [spec.key, spec]));

export const specOf = (key: string): MetricSpec | undefined => SPECS.get(key);

/** A measurement of our own by its name; what a judge measured by its key. */
export const metricName = (key: string): string => specOf(key)?.name ?? key;

const DIGITS = 3;

/** Three figures, whatever their size: 0.00213, 41.2, 1,830. */
export const formatMetric = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumSignificantDigits: DIGITS }).format(value);
