import type { EvaluationDetail } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { PATHS } from "../../lib/paths.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { LinkButton } from "../../ui/link-button.tsx";

/** In place of everything that would tell a judge which model made a clip. */
export const BlindedNotice = ({ evaluation }: { evaluation: EvaluationDetail }) => {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t("leaderboards.blinded.title")}
      action={
        <LinkButton isPrimary to={`${PATHS.evaluating}?task=${evaluation.task_id}`}>
          {t("leaderboards.blinded.judge")}
        </LinkButton>
      }
    >
      {t(evaluation.is_mine ? "leaderboards.blinded.ownerHint" : "leaderboards.blinded.hint")}
    </EmptyState>
  );
};
