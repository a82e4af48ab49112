/** A number of ours in a statement, exactly: without an exponent it would be read as a decimal first, and rounded. */
export const doubleSql = (value: number): string => `${value.toExponential()}::double`;
