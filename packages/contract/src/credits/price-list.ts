import { MAX_CREDITS } from "./schemas.ts";

/** What one product costs, and the credits that an order for it grants. */
export interface Price {
  readonly priceMinor: number;
  readonly currency: string;
  readonly credits: number;
}

const PRICE = /^(\d{1,15}) ([A-Z]{3}) (\d{1,13})$/;

/** One entry of the price list, such as `1900 USD 2000`: price in minor units, currency, credits. */
export const parsePrice = (text: string): Price | undefined => {
  const [, price, currency, credits] = PRICE.exec(text) ?? [];
  if (price === undefined || currency === undefined || Number(credits) > MAX_CREDITS) return undefined;
  return { priceMinor: Number(price), currency, credits: Number(credits) };
};

export const formatPrice = ({ priceMinor, currency, credits }: Price): string => `${priceMinor} ${currency} ${credits}`;

/** The first product whose entry is not a price, as a message; undefined if there is none. */
export const priceListFault = (list: Readonly<Record<string, string>>): string | undefined => {
  const wrong = Object.entries(list).find(([, text]) => parsePrice(text) === undefined);
  return wrong && `${wrong[0]}: write price in minor units, currency and credits, such as 1900 USD 2000`;
};
