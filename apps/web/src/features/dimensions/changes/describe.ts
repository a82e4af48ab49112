import type { FieldSpec } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { canonical } from "../canonical.ts";
import type { SetDraft } from "../editor/set-draft.ts";
import type { QuestionDraft } from "../question/question-draft.ts";

/** One comparable property: its name and its text. */
export interface Fact {
  name: string;
  words: string;
}

/** The limits of a field as plain text, without JSON syntax. */
const limitsOf = ({ type: _type, ...limits }: FieldSpec): string =>
  Object.entries(limits)
    .map(([name, value]) => `${name} ${typeof value === "object" ? canonical(value) : String(value)}`)
    .toSorted()
    .join("\n");

export const useDescribeQuestion = (): ((draft: QuestionDraft) => Fact[]) => {
  const { t } = useTranslation();
  return (draft) => [
    { name: t("dimensions.name"), words: draft.name },
    { name: t("dimensions.question.description"), words: draft.description },
    {
      name: t("dimensions.source"),
      words: [t(`dimensions.sources.${draft.source}.name`), draft.metric_key].filter(Boolean).join(" · "),
    },
    {
      name: t("dimensions.question.answer"),
      words: [t(`ui.field.type.${draft.field.type}`), limitsOf(draft.field)].filter(Boolean).join("\n"),
    },
    {
      name: t("dimensions.rubric.title"),
      words: draft.rubric.levels.map(({ value, words }) => `${value}: ${words}`).join("\n"),
    },
    { name: t("shared.answerForm.good"), words: draft.rubric.good_asset_ids.join("\n") },
    { name: t("shared.answerForm.bad"), words: draft.rubric.bad_asset_ids.join("\n") },
    { name: t("dimensions.direction"), words: t(`dimensions.directions.${draft.direction}.name`) },
    { name: t("dimensions.question.weight"), words: String(draft.weight) },
    { name: t("dimensions.required"), words: t(draft.is_required ? "ui.field.yes" : "ui.field.no") },
    {
      name: t("dimensions.appliesTo"),
      words: draft.applies_to.map((one) => t(`dimensions.modalities.${one}`)).join(", "),
    },
    { name: t("dimensions.tags"), words: draft.tags.join(", ") },
  ];
};

export const useDescribeSet = (): ((draft: SetDraft) => Fact[]) => {
  const { t } = useTranslation();
  return (draft) => [
    { name: t("dimensions.set.name"), words: draft.name },
    { name: t("dimensions.mode"), words: t(`dimensions.modes.${draft.mode}.name`) },
    { name: t("dimensions.settings.instructions"), words: draft.instructions },
    { name: t("dimensions.settings.judges"), words: String(draft.judges_per_item) },
    {
      name: t("dimensions.entries.title"),
      words: draft.items
        .map(({ name, dimension_version: version, weight, is_required, section }) =>
          [
            name,
            t("dimensions.versionShort", { version }),
            t("dimensions.entries.weighs", { weight }),
            is_required ? undefined : t("ui.form.optional"),
            section,
          ]
            .filter(Boolean)
            .join(" · "),
        )
        .join("\n"),
    },
  ];
};
