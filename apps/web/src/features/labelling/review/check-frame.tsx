import type { LabelCheckQueue, LabelTaskDetail } from "@dailies/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Notices } from "../../../shared/leased-work/components/notices.tsx";
import type { LeaseQueue } from "../../../shared/leased-work/state/lease-queue.ts";
import type { Notice } from "../../../shared/leased-work/state/use-leased-work.ts";
import { formatCount } from "../../../ui/format.ts";
import type { ClipItem } from "../workspace/clip-item.ts";
import { QueueStrip } from "../workspace/queue-strip.tsx";
import styles from "../workspace/workspace.module.css";
import { GuidelinesDrawer } from "../workspace/workspace-dialogs.tsx";
import { TaskHead } from "../workspace/workspace-head.tsx";
import type { CheckView } from "./use-check-view.ts";

interface CheckWork {
  readonly queue: LeaseQueue<ClipItem, LabelCheckQueue>;
  readonly notice: Notice | undefined;
  readonly dismissNotice: () => void;
  readonly mail: { readonly waiting: number; readonly isStuck: boolean };
}

interface CheckFrameProps {
  task: LabelTaskDetail;
  work: CheckWork;
  item: ClipItem;
  view: CheckView;
  kind: "reviews" | "adjudications";
  /** Beside the number of the item. */
  facts: ReactNode;
  children: ReactNode;
}

/** What reviewing and adjudicating share: the head, the notices, the queue below and the guidelines. */
export const CheckFrame = ({ task, work, item, view, kind, facts, children }: CheckFrameProps) => {
  const { t, i18n } = useTranslation();
  const left = Math.max(0, (work.queue.progress?.checks[kind] ?? 0) - work.queue.items.length);
  return (
    <div className={styles.layout}>
      <title>{`${task.name} · Dailies`}</title>
      <h1 className="ds-visually-hidden">{task.name}</h1>
      <TaskHead
        task={task}
        item={item}
        queue={work.queue}
        onLeave={view.leave}
        onGuidelines={view.openGuidelines}
        facts={
          <>
            {facts}
            <span className={`${styles.quiet} ds-number`}>
              {t("labelling.review.left", { count: left, shown: formatCount(left, i18n.language) })}
            </span>
          </>
        }
      />
      <div className={styles.notices}>
        <Notices
          notice={work.notice}
          onDismiss={work.dismissNotice}
          mail={work.mail}
          lostText={t("labelling.review.lost")}
          refusedText={(words) => t("labelling.review.refused", { words })}
          waitingText={t("labelling.review.waiting", { count: work.mail.waiting })}
        />
      </div>
      {children}
      <QueueStrip items={work.queue.items} cache={view.cache} />
      <GuidelinesDrawer task={task} isOpen={view.areGuidelinesOpen} onClose={view.closeGuidelines} />
    </div>
  );
};
