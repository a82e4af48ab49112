import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../../lib/paths.ts";
import { useCan } from "../../../lib/session.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import type { CreateStart } from "../create/create-task-dialog.tsx";
import { useHasModel } from "../use-has-model.ts";
import styles from "./list.module.css";
import { isNarrowed, type TaskFilters } from "./task-filters.ts";

interface NoTasksProps {
  filters: TaskFilters;
  onCreate: (start: CreateStart) => void;
}

export const NoTasks = ({ filters, onCreate }: NoTasksProps) => {
  const { t } = useTranslation();
  if (isNarrowed(filters) || filters.values.page > 1) {
    return (
      <EmptyState
        picture="lens"
        title={t("tasks.empty.found")}
        action={<Button onClick={filters.clear}>{t("ui.filter.clear")}</Button>}
      >
        {t("tasks.empty.foundHint")}
      </EmptyState>
    );
  }
  if (filters.values.is_archived === "true") {
    return <EmptyState title={t("tasks.empty.archive")}>{t("tasks.empty.archiveHint")}</EmptyState>;
  }
  return <FirstTask onCreate={onCreate} />;
};

const FirstTask = ({ onCreate }: Pick<NoTasksProps, "onCreate">) => {
  const { t } = useTranslation();
  const isMissing = useHasModel() === false;
  return (
    <EmptyState
      title={t("tasks.empty.title")}
      action={
        <>
          <span className={styles.choices}>
            <Button type="primary" disabled={isMissing} onClick={() => onCreate("sample")}>
              {t("tasks.empty.sample")}
            </Button>
            <Button onClick={() => onCreate("choose")}>{t("tasks.empty.create")}</Button>
          </span>
          {isMissing ? <PerformerHint /> : null}
        </>
      }
    >
      {t("tasks.empty.hint")}
    </EmptyState>
  );
};

/** Without a performer a grid cannot generate; warn before the user fills it. */
const PerformerHint = () => {
  const { t } = useTranslation();
  const mayRegister = useCan()({ permission: "PERFORMER_PLAYGROUND" });
  return (
    <p className={styles.hint}>
      {t("tasks.empty.noPerformer")}{" "}
      {mayRegister ? (
        <Link to={PATHS.performerPlayground}>{t("tasks.empty.register")}</Link>
      ) : (
        t("tasks.empty.askRegister")
      )}
    </p>
  );
};
