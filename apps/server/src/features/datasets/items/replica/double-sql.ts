/** An exact double literal: without an exponent, DuckDB would parse a decimal first and round it. */
export const doubleSql = (value: number): string => `${value.toExponential()}::double`;
