import { LABEL_STARTERS, type LabelStarter } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../lib/session.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import styles from "./list.module.css";
import { isNarrowed, type TaskFilters } from "./task-filters.ts";

interface NoTasksProps {
  filters: TaskFilters;
  onCreate: (starter: LabelStarter) => void;
}

const SHOWN_STARTERS = LABEL_STARTERS.slice(0, 3);

/** Says what label tasks are for, and offers three of them. */
export const NoTasks = ({ filters, onCreate }: NoTasksProps) => {
  const { t } = useTranslation();
  const isInternal = useCan()("internal");
  if (isNarrowed(filters) || filters.values.page > 1) {
    return (
      <EmptyState
        picture="lens"
        title={t("labelling.empty.found")}
        action={<Button onClick={filters.clear}>{t("ui.filter.clear")}</Button>}
      >
        {t("labelling.empty.foundHint")}
      </EmptyState>
    );
  }
  if (filters.values.tab === "review")
    return <EmptyState title={t("labelling.review.none")}>{t("labelling.review.noneHint")}</EmptyState>;
  if (!isInternal)
    return <EmptyState title={t("labelling.empty.external")}>{t("labelling.empty.externalHint")}</EmptyState>;
  return (
    <EmptyState
      title={t("labelling.empty.title")}
      action={
        <span className={styles.starters}>
          {SHOWN_STARTERS.map((starter) => (
            <Button key={starter} onClick={() => onCreate(starter)}>
              {t(`labelling.starters.${starter}.name`)}
            </Button>
          ))}
        </span>
      }
    >
      {t("labelling.empty.hint")}
    </EmptyState>
  );
};
