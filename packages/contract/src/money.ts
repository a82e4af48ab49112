import { z } from "zod";
import { nonNegativeInt } from "./kit.ts";

/** Millionths of a currency unit, so that a tenth of a cent is a whole number. */
export const moneyMicros = nonNegativeInt;
export const currency = z.string().regex(/^[A-Z]{3}$/, "a currency code has three capital letters");
export const money = z.object({ amount_micros: moneyMicros, currency });
