const MICROS = 1_000_000;

/** Formats as "USD 3.40"; fractions of a cent keep their digits, so that different amounts never look equal. */
export const inMoney = (micros: number, currency: string): string => {
  const digits = (micros / MICROS).toFixed(6).replace(/0{1,4}$/, "");
  return `${currency} ${digits}`;
};
