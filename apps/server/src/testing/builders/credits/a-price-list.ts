import { formatPrice, type Price } from "@dailies/contract";
import { provisionSetting, SETTINGS } from "../../../features/settings/index.ts";
import { programContext } from "../../../request-context.ts";
import type { RunningApp } from "../../rigs/start-app.ts";

/** Publishes these products as the price list. */
export const aPriceList = ({ db, clock }: RunningApp, products: Readonly<Record<string, Price>>): Promise<void> => {
  const list = Object.fromEntries(Object.entries(products).map(([code, price]) => [code, formatPrice(price)]));
  return provisionSetting(db, programContext("test", "test", clock.now()), SETTINGS.priceList, list);
};
