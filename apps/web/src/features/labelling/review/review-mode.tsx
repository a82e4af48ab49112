import type { LabelReviewItem, LabelTaskDetail } from "@dailies/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useWorkKeys } from "../../../shared/leased-work/components/use-work-keys.ts";
import { formatDuration } from "../../../ui/format.ts";
import { chooseByDigit, LabelForm } from "../form/label-form.tsx";
import { FieldDiffs } from "../history/field-diffs.tsx";
import { useOwnKeys, withOwnKeys } from "../keys/own-keys.ts";
import { LABEL_CHECK_KEYS, LABEL_WORK_KEYS } from "../labelling.shortcuts.ts";
import type { SegmentEditor } from "../segments/use-segment-editors.ts";
import { durationUsOf, pairKeysOf } from "../workspace/clip-item.ts";
import { LabelPlayer } from "../workspace/label-player.tsx";
import { playerActs } from "../workspace/player-acts.ts";
import workStyles from "../workspace/workspace.module.css";
import { CheckBetween } from "./check-between.tsx";
import { CheckFrame } from "./check-frame.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import styles from "./review.module.css";
import { ReviewActions } from "./review-actions.tsx";
import { type CheckView, useCheckView } from "./use-check-view.ts";
import { type Review, releaseReview, useReview } from "./use-review.ts";

/** Reviews the labels of one task, one by one: accept, fix or reject. */
export const ReviewMode = ({ task }: { task: LabelTaskDetail }) => {
  const review = useReview(task);
  if (!review.item) return <CheckBetween task={task} kind="reviews" work={review} />;
  return <OneReview task={task} review={review} item={review.item} />;
};

const KEYS = { ...LABEL_WORK_KEYS, ...LABEL_CHECK_KEYS };

interface OneReviewProps {
  task: LabelTaskDetail;
  review: Review;
  item: LabelReviewItem;
}

/** What the buttons and the keys do. */
const useVerdicts = (review: Review, view: CheckView) => {
  const [isRejecting, setIsRejecting] = useState(false);
  return {
    isRejecting,
    accept: () => {
      if (review.isFixing) return;
      review.accept();
      view.startNext();
    },
    fix: () => {
      review.startFix();
      // The form is rendered by then.
      requestAnimationFrame(() => view.form.current?.focusFirst());
    },
    submitFix: () => {
      if (!review.isFixing) return;
      if (review.submitFix()) return view.startNext();
      const [fault] = review.checked.faults;
      if (fault) view.form.current?.focusField(fault.key);
    },
    openReject: () => setIsRejecting(true),
    closeReject: () => {
      setIsRejecting(false);
      view.toStage();
    },
    reject: (note: string) => {
      setIsRejecting(false);
      review.reject(note);
      view.startNext();
    },
  };
};
type Verdicts = ReturnType<typeof useVerdicts>;

const useReviewKeys = (review: Review, view: CheckView, verdicts: Verdicts): void => {
  const leave = (): void => {
    if (!view.isOnStage()) view.toStage();
    else if (review.isFixing) review.cancelFix();
    else view.leave();
  };
  const acts = {
    accept: verdicts.accept,
    fix: verdicts.fix,
    reject: verdicts.openReject,
    submit: verdicts.submitFix,
    submitToo: verdicts.submitFix,
    guidelines: view.openGuidelines,
    ...playerActs(view),
    leave,
  };
  useWorkKeys<keyof typeof acts>({
    table: withOwnKeys(KEYS, useOwnKeys()),
    worksWhileTyping: (act) => act === "submitToo" || act === "leave",
    isOff: verdicts.isRejecting || view.areGuidelinesOpen,
    onDigit: (digit) => {
      const options = { editors: view.editors, onChange: review.change };
      if (review.isFixing && view.active) chooseByDigit(view.active, digit - 1, review.drafts.draft, options);
    },
    acts,
  });
};

const NO_EDITORS: ReadonlyMap<string, SegmentEditor> = new Map();

const OneReview = ({ task, review, item }: OneReviewProps) => {
  const { t } = useTranslation();
  const whole = useCheckView(task, review, { item, release: releaseReview });
  // Segments are shown as bars, and moved only while the label is fixed.
  const view = review.isFixing ? whole : { ...whole, editors: NO_EDITORS };
  const verdicts = useVerdicts(review, view);
  useReviewKeys(review, view, verdicts);
  return (
    <CheckFrame
      task={task}
      work={review}
      item={item}
      view={view}
      kind="reviews"
      facts={<span className={workStyles.quiet}>{item.person}</span>}
    >
      <div className={workStyles.main}>
        <LabelPlayer
          items={review.queue.items}
          item={item}
          view={view}
          fieldNames={new Map(task.fields.map(({ key, name }) => [key, name]))}
        />
        <section className={workStyles.side} aria-label={t("labelling.review.stage", { person: item.person })}>
          <div className={workStyles.fields}>
            <About item={item} />
            {review.isFixing ? (
              <LabelForm
                key={item.lease_id}
                ref={view.form}
                fields={task.fields}
                values={review.drafts.draft}
                prefill={item.prefill}
                editors={view.editors}
                hasPlayer={view.player !== undefined}
                faults={review.areFaultsShown ? review.checked.faults : []}
                activeKey={view.active?.key}
                onChange={review.change}
              />
            ) : (
              <div className={styles.label}>
                <FieldDiffs
                  fields={task.fields}
                  before={item.prefill}
                  after={item.values}
                  durationUs={durationUsOf(item)}
                  clips={pairKeysOf(item)}
                />
              </div>
            )}
          </div>
          <ReviewActions isFixing={review.isFixing} verdicts={verdicts} onCancelFix={review.cancelFix} />
        </section>
      </div>
      {verdicts.isRejecting ? (
        <RejectDialog willEscalate={item.rejections > 0} onReject={verdicts.reject} onClose={verdicts.closeReject} />
      ) : null}
    </CheckFrame>
  );
};

/** Whose label it is, and what a reviewer said about it before. */
const About = ({ item }: { item: LabelReviewItem }) => {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.about}>
        <strong>{t("labelling.review.stage", { person: item.person })}</strong>
        <span className={`${workStyles.quiet} ds-number`}>
          {t("labelling.review.revision", { revision: item.revision, time: formatDuration(item.duration_ms) })}
        </span>
      </p>
      {item.rejections > 0 ? (
        <div className={workStyles.returned}>
          <strong>{t("labelling.review.rejected")}</strong> {item.note}
        </div>
      ) : null}
    </>
  );
};
