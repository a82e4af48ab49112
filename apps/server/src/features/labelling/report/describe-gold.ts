import { compareLabels, type LabelField, type LabelValues, MIN_REPORT_ITEMS, type ReportGold } from "@dailies/contract";
import { meanAgreement } from "@dailies/statistics/agreement/mean-agreement";
import type { ResampleOptions } from "@dailies/statistics/math/alpha";
import type { GoldAnswer } from "../gold/gold.store.ts";
import { toInterval } from "./describe-fields.ts";

const ownValue = (values: LabelValues, key: string) => (Object.hasOwn(values, key) ? (values[key] ?? null) : null);

/** How close the answers of one person come to the known ones, by field; fields that no gold item knows are left out. */
export const describeGold = (
  fields: readonly LabelField[],
  answered: readonly GoldAnswer[],
  options: ResampleOptions,
): ReportGold[] =>
  fields.flatMap((field) => {
    const known = answered.filter(({ answers }) => ownValue(answers, field.key) !== null);
    if (known.length === 0) return [];
    const total = known.map(({ answers, label_values: values }) =>
      compareLabels(field, ownValue(answers, field.key), ownValue(values, field.key)),
    );
    const sums = { total: Float64Array.from(total), pairs: new Float64Array(total.length).fill(1) };
    const accuracy = total.length < MIN_REPORT_ITEMS ? null : toInterval(meanAgreement(sums, options));
    return [{ field: field.key, items: total.length, accuracy }];
  });
