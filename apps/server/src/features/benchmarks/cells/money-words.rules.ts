const MICROS = 1_000_000;

/** «USD 3.40»; a part of a cent keeps its digits, so that two different amounts never read alike. */
export const inMoney = (micros: number, currency: string): string => {
  const digits = (micros / MICROS).toFixed(6).replace(/0{1,4}$/, "");
  return `${currency} ${digits}`;
};
