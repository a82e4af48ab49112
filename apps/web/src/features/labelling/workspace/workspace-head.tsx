import { ArrowLeftOutlined, ReadOutlined } from "@ant-design/icons";
import type { LabelItem, LabelTaskDetail } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { KeyCap } from "../../../shared/leased-work/components/key-cap.tsx";
import { LeaseClock } from "../../../shared/leased-work/components/lease-clock.tsx";
import { formatCount } from "../../../ui/format.ts";
import type { Labelling } from "./use-labelling.ts";
import type { WorkspaceView } from "./use-workspace-view.ts";
import styles from "./workspace.module.css";

interface WorkspaceHeadProps {
  task: LabelTaskDetail;
  labelling: Labelling;
  item: LabelItem;
  view: WorkspaceView;
}

/** The exit, the task, one's own progress, what is saved, and the remaining lease time. */
export const WorkspaceHead = ({ task, labelling, item, view }: WorkspaceHeadProps) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const submitted = (labelling.queue.progress ?? task).mine.submitted;
  return (
    <header className={styles.head}>
      <Button type="text" icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={view.askToLeave}>
        {t("labelling.leave.button")} <KeyCap>Esc</KeyCap>
      </Button>
      <span className={styles.taskName} title={task.name}>
        {task.name}
      </span>
      <span className={`${styles.quiet} ds-number`}>
        {t("labelling.work.item", { item: count(item.item), total: count(task.progress.items_total) })}
      </span>
      <span className={`${styles.quiet} ds-number`}>
        {t("labelling.work.mine", { count: submitted, shown: count(submitted) })}
      </span>
      <span className={styles.gap} />
      <SavedAt labelling={labelling} />
      <LeaseClock item={item} queue={labelling.queue} />
      <Button size="small" icon={<ReadOutlined aria-hidden="true" />} onClick={view.openGuidelines}>
        {t("labelling.guidelines.title")} <KeyCap>G</KeyCap>
      </Button>
      <span className={styles.quiet}>
        <KeyCap>?</KeyCap> {t("leasedWork.keysHelp")}
      </span>
    </header>
  );
};

const clock = (at: string, language: string): string =>
  new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false }).format(
    new Date(at),
  );

const SavedAt = ({ labelling: { drafts } }: { labelling: Labelling }) => {
  const { t, i18n } = useTranslation();
  const { storedIn, savedAt } = drafts;
  if (storedIn === "none" || savedAt === undefined) return null;
  return (
    <span className={`${styles.quiet} ds-number`} role="status">
      {t(`labelling.work.saved.${storedIn}`, { time: clock(savedAt, i18n.language) })}
    </span>
  );
};
