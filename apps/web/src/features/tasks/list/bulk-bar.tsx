import { CloseOutlined, InboxOutlined, RollbackOutlined } from "@ant-design/icons";
import { App, Button } from "antd";
import { useTranslation } from "react-i18next";
import { PATHS } from "../../../lib/paths.ts";
import { formatCount } from "../../../ui/format.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { useArchiveTasks } from "../tasks.queries.ts";
import styles from "./list.module.css";
import { isComparable, type TaskSelection } from "./use-task-selection.ts";

const MIN_COMPARED = 2;
const MAX_COMPARED = 4;

const canCompare = (items: TaskSelection["items"]): boolean =>
  items.length >= MIN_COMPARED && items.length <= MAX_COMPARED && items.every(isComparable);

interface BulkBarProps {
  selection: TaskSelection;
  /** The archive is listed: selected tasks can be restored. */
  isArchive: boolean;
}

/** Covers the filters while something is selected. */
export const BulkBar = ({ selection, isArchive }: BulkBarProps) => {
  const { t, i18n } = useTranslation();
  const { message } = App.useApp();
  const { mutate, isPending } = useArchiveTasks();
  const { items } = selection;
  const own = items.filter(({ is_mine: isMine }) => isMine);
  const counted = (count: number) => ({ count, shown: formatCount(count, i18n.language) });
  const act = isArchive ? "unarchive" : "archive";
  const run = (): void =>
    mutate(
      { ids: own.map(({ id }) => id), is_archived: !isArchive },
      {
        onSuccess: ({ changed }) => {
          selection.clear();
          void message.success(t(`tasks.bulk.${act}d`, counted(changed)));
        },
      },
    );
  return (
    <section className={styles.bulk} aria-label={t("tasks.bulk.bar")}>
      <span className={styles.selected} role="status">
        {t("tasks.bulk.selected", counted(items.length))}
      </span>
      {own.length > 0 ? (
        <Button
          loading={isPending}
          icon={isArchive ? <RollbackOutlined aria-hidden="true" /> : <InboxOutlined aria-hidden="true" />}
          onClick={run}
        >
          {t(own.length < items.length ? `tasks.bulk.${act}Own` : `tasks.bulk.${act}`, counted(own.length))}
        </Button>
      ) : null}
      {canCompare(items) ? (
        <LinkButton to={`${PATHS.taskBenchmark}?compare=${items.map(({ id }) => id).join(",")}`}>
          {t("tasks.bulk.compare")}
        </LinkButton>
      ) : null}
      <Button type="text" onClick={selection.selectPage}>
        {t("tasks.bulk.page")}
      </Button>
      <Button type="text" icon={<CloseOutlined aria-hidden="true" />} onClick={selection.clear}>
        {t("tasks.bulk.clear")}
      </Button>
    </section>
  );
};
