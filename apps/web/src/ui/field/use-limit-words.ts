import { FIELD_ENTRIES_MAX, FIELD_TEXT_MAX, type FieldSpec } from "@dailies/contract";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../format.ts";

const rangeWords = (
  t: TFunction,
  low: string | undefined,
  high: string | undefined,
  unit: string,
): string | undefined => {
  if (low !== undefined && high !== undefined) return t("ui.field.limit.between", { low, high, unit }).trim();
  if (low !== undefined) return t("ui.field.limit.least", { low, unit }).trim();
  return high === undefined ? undefined : t("ui.field.limit.most", { high, unit }).trim();
};

const joined = (parts: readonly (string | undefined)[]): string | undefined =>
  parts.filter((part) => part !== undefined).join(", ") || undefined;

/** A short description of the limits: "0 to 100 s, whole numbers". Undefined if there are none. */
export const useLimitWords = (spec: FieldSpec): string | undefined => {
  const { t, i18n } = useTranslation();
  const number = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : formatNumber(value, i18n.language);
  const most = (value: number | undefined, own: number): number | undefined =>
    value === undefined || value >= own ? undefined : value;

  switch (spec.type) {
    case "text":
      if (spec.options) return undefined;
      return joined([
        rangeWords(
          t,
          number(spec.min_length || undefined),
          number(most(spec.max_length, FIELD_TEXT_MAX)),
          t("ui.field.limit.characters"),
        ),
        spec.pattern === undefined ? undefined : t("ui.field.limit.pattern", { pattern: spec.pattern }),
      ]);
    case "number": {
      const range = rangeWords(t, number(spec.min), number(spec.max), spec.unit ?? "");
      const step = number(spec.step);
      const steps = step === undefined ? undefined : t("ui.field.limit.step", { step });
      return joined([range, spec.is_integer ? t("ui.field.limit.whole") : undefined, steps]);
    }
    case "boolean":
      return undefined;
    case "key_value":
      return rangeWords(t, undefined, number(most(spec.max_entries, FIELD_ENTRIES_MAX)), t("ui.field.limit.entries"));
    case "list": {
      const range = rangeWords(
        t,
        number(spec.min_items || undefined),
        number(most(spec.max_items, FIELD_ENTRIES_MAX)),
        t("ui.field.limit.items"),
      );
      return joined([range, spec.is_unique ? t("ui.field.limit.unique") : undefined]);
    }
  }
};
