import { ArrowLeftOutlined, ReadOutlined, SettingOutlined } from "@ant-design/icons";
import type { LabelItem, LabelTaskDetail } from "@dailies/contract";
import { Button } from "antd";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { KeyCap } from "../../../shared/leased-work/components/key-cap.tsx";
import { LeaseClock } from "../../../shared/leased-work/components/lease-clock.tsx";
import type { LeaseQueue } from "../../../shared/leased-work/state/lease-queue.ts";
import { formatCount } from "../../../ui/format.ts";
import { OwnKeyCap } from "../keys/own-key-cap.tsx";
import type { ClipItem } from "./clip-item.ts";
import type { Labelling } from "./use-labelling.ts";
import type { WorkspaceView } from "./use-workspace-view.ts";
import styles from "./workspace.module.css";

const KeysDialog = lazyPart(async () => (await import("../keys/keys-dialog.tsx")).KeysDialog);

interface TaskHeadProps {
  task: LabelTaskDetail;
  item: ClipItem;
  queue: LeaseQueue<ClipItem, unknown>;
  onLeave: () => void;
  onGuidelines: () => void;
  /** Beside the number of the item. */
  facts: ReactNode;
  /** Beside the remaining lease time. */
  saved?: ReactNode;
}

/** The exit, the task, the item, and the remaining lease time. */
export const TaskHead = ({ task, item, queue, onLeave, onGuidelines, facts, saved }: TaskHeadProps) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  // External users count the items that they were given, which may be more than the task has if it has gold items.
  const isOwnNumber = task.source === null;
  return (
    <header className={styles.head}>
      <Button type="text" icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={onLeave}>
        {t("labelling.leave.button")} <KeyCap>Esc</KeyCap>
      </Button>
      <span className={styles.taskName} title={task.name}>
        {task.name}
      </span>
      <span className={`${styles.quiet} ds-number`}>
        {isOwnNumber
          ? t("labelling.ownItem", { item: count(item.item) })
          : t("labelling.work.item", { item: count(item.item), total: count(task.progress.items_total) })}
      </span>
      {facts}
      <span className={styles.gap} />
      {saved}
      <LeaseClock item={item} queue={queue} />
      <Button size="small" icon={<ReadOutlined aria-hidden="true" />} onClick={onGuidelines}>
        {t("labelling.guidelines.title")} <OwnKeyCap act="guidelines" />
      </Button>
      <span className={styles.quiet}>
        <KeyCap>?</KeyCap> {t("leasedWork.keysHelp")}
      </span>
      <ChangeKeys />
    </header>
  );
};

const ChangeKeys = () => {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<SettingOutlined aria-hidden="true" />}
        aria-label={t("labelling.keys.open")}
        title={t("labelling.keys.open")}
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? (
        <Suspense fallback={null}>
          <KeysDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
};

interface WorkspaceHeadProps {
  task: LabelTaskDetail;
  labelling: Labelling;
  item: LabelItem;
  view: WorkspaceView;
}

/** With one's own progress and what is saved. */
export const WorkspaceHead = ({ task, labelling, item, view }: WorkspaceHeadProps) => {
  const { t, i18n } = useTranslation();
  const submitted = (labelling.queue.progress ?? task).mine.submitted;
  return (
    <TaskHead
      task={task}
      item={item}
      queue={labelling.queue}
      onLeave={view.askToLeave}
      onGuidelines={view.openGuidelines}
      facts={
        <span className={`${styles.quiet} ds-number`}>
          {t("labelling.work.mine", { count: submitted, shown: formatCount(submitted, i18n.language) })}
        </span>
      }
      saved={<SavedAt labelling={labelling} />}
    />
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
