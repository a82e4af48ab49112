import type { LabelItem, LabelTaskDetail } from "@dailies/contract";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Notices } from "../../../shared/leased-work/components/notices.tsx";
import { QuestionPanel } from "../../../shared/leased-work/components/question-panel.tsx";
import { LabelForm, type LabelFormHandle } from "../form/label-form.tsx";
import { PrefillScore } from "../prefill/prefill-score.tsx";
import { ActionBar } from "./action-bar.tsx";
import { GuidelinesChanged } from "./guidelines-changed.tsx";
import { LabelPlayer } from "./label-player.tsx";
import { QueueStrip } from "./queue-strip.tsx";
import type { Labelling } from "./use-labelling.ts";
import { useWorkspaceShortcuts } from "./use-workspace-shortcuts.ts";
import { useWorkspaceView } from "./use-workspace-view.ts";
import styles from "./workspace.module.css";
import { WorkspaceDialogs } from "./workspace-dialogs.tsx";
import { WorkspaceHead } from "./workspace-head.tsx";

interface WorkspaceProps {
  task: LabelTaskDetail;
  labelling: Labelling;
  item: LabelItem;
}

/** The clip on the left, its form on the right, the queue below; nothing moves between items. */
export const Workspace = ({ task, labelling, item }: WorkspaceProps) => {
  const { t } = useTranslation();
  const stage = useRef<HTMLElement>(null);
  const form = useRef<LabelFormHandle>(null);
  const view = useWorkspaceView(task, labelling, item, { stage, form });
  useWorkspaceShortcuts(labelling, view);
  const { drafts, checked, areFaultsShown } = labelling;
  return (
    <div className={styles.layout}>
      <title>{`${task.name} · Dailies`}</title>
      <h1 className="ds-visually-hidden">{task.name}</h1>
      <WorkspaceHead task={task} labelling={labelling} item={item} view={view} />
      <div className={styles.notices}>
        <Notices
          notice={labelling.notice}
          onDismiss={labelling.dismissNotice}
          mail={labelling.mail}
          lostText={t("labelling.work.lost")}
          refusedText={(words) => t("labelling.work.refused", { words })}
          waitingText={t("labelling.offline.waiting", { count: labelling.mail.waiting })}
        />
        <GuidelinesChanged task={task} labelling={labelling} onOpen={view.openGuidelines} />
      </div>
      <div className={styles.main}>
        <LabelPlayer
          items={labelling.queue.items}
          item={item}
          view={view}
          onSeen={({ lease_id }, video, frameS) =>
            labelling.watched.of(lease_id).note(video.currentTime, video.duration, frameS)
          }
          fieldNames={new Map(task.fields.map(({ key, name }) => [key, name]))}
        />
        <section className={styles.side} aria-label={t("labelling.work.form")}>
          <QuestionPanel className={styles.fields}>
            {item.returned ? (
              <div role="status" className={styles.returned}>
                <strong>{t("labelling.work.returned")}</strong> {item.returned.note}
              </div>
            ) : null}
            <PrefillScore score={item.prefill_score} />
            <LabelForm
              // Remount, so that partial input of one item does not leak into the next.
              key={item.lease_id}
              ref={form}
              fields={task.fields}
              values={drafts.draft}
              prefill={item.prefill}
              editors={view.editors}
              hasPlayer={view.player !== undefined}
              faults={areFaultsShown ? checked.faults : []}
              activeKey={view.active?.key}
              onChange={labelling.change}
            />
          </QuestionPanel>
          <ActionBar labelling={labelling} view={view} />
        </section>
      </div>
      <QueueStrip items={labelling.queue.items} cache={view.cache} />
      <WorkspaceDialogs task={task} labelling={labelling} view={view} />
    </div>
  );
};
