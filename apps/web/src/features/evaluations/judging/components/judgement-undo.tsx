import { useTranslation } from "react-i18next";
import { UndoStrip } from "../../../../shared/leased-work/components/undo-strip.tsx";
import type { Judging } from "../state/use-judging.ts";

/** The last judgement, while it can be undone. */
export const JudgementUndo = ({ undo }: Pick<Judging, "undo">) => {
  const { t } = useTranslation();
  return <UndoStrip undo={undo} given={t("evaluations.undo.given")} action={t("evaluations.undo.action")} />;
};
