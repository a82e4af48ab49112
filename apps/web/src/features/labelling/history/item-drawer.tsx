import type { LabelItemTimeline, LabelRevision, LabelTaskDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../lib/session.ts";
import { Detail } from "../../../ui/detail.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatCount, formatDuration } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { labelItemQuery } from "../labelling.queries.ts";
import { pairKeysOf } from "../workspace/clip-item.ts";
import { EventTag } from "./event-columns.tsx";
import { FieldDiffs } from "./field-diffs.tsx";
import styles from "./history.module.css";
import { ItemActions } from "./item-actions.tsx";
import { RestoreDialog } from "./restore-dialog.tsx";

interface ItemDrawerProps {
  task: LabelTaskDetail;
  /** Undefined closes it. */
  item: number | undefined;
  onClose: () => void;
}

/** One item: every revision of its labels, with what each one changed, and its events. */
export const ItemDrawer = ({ task, item, onClose }: ItemDrawerProps) => {
  const { t, i18n } = useTranslation();
  const { data, error, isPending, refetch } = useQuery({
    ...labelItemQuery(task.id, item ?? 1),
    enabled: item !== undefined,
  });
  return (
    <Detail
      isOpen={item !== undefined}
      title={t("labelling.history.oneItem", { item: formatCount(item ?? 0, i18n.language) })}
      widthPx={760}
      isLoading={isPending}
      error={error}
      onRetry={() => void refetch()}
      onClose={onClose}
    >
      {data ? <Timeline task={task} timeline={data} /> : null}
    </Detail>
  );
};

interface TimelineProps {
  task: LabelTaskDetail;
  timeline: LabelItemTimeline;
}

const Timeline = ({ task, timeline }: TimelineProps) => {
  const { t } = useTranslation();
  const [restored, setRestored] = useState<LabelRevision>();
  const pair = pairKeysOf(timeline);
  const clipNames = pair ? t("labelling.pairs.versus", { first: pair[0], second: pair[1] }) : timeline.item_key;
  const people = [...Map.groupBy(timeline.revisions, ({ person }) => person)];
  return (
    <div className={styles.timeline}>
      <p className={`${styles.quiet} ds-number`}>
        {timeline.item_key === null ? "" : <span className="ds-mono">{clipNames} · </span>}
        {t("labelling.history.labels", { done: timeline.done, overlap: timeline.overlap })}
        {timeline.leased > 0 ? ` · ${t("labelling.history.leased", { count: timeline.leased })}` : ""}
      </p>
      {timeline.prefill_model ? (
        <p className={styles.quiet}>{t("labelling.prefillModel.proposedBy", timeline.prefill_model)}</p>
      ) : null}
      <ItemActions task={task} timeline={timeline} />
      {people.length === 0 ? <p className={styles.quiet}>{t("labelling.history.noLabels")}</p> : null}
      {people.map(([person, revisions]) => (
        <section key={person} className={styles.person} aria-label={person}>
          <h3 className={styles.heading}>{person}</h3>
          {revisions.toReversed().map((revision) => (
            <Revision
              key={revision.id}
              task={task}
              timeline={timeline}
              revision={revision}
              before={revisions.find((each) => each.revision === revision.revision - 1)}
              onRestore={setRestored}
            />
          ))}
        </section>
      ))}
      <h3 className={styles.heading}>{t("labelling.history.list")}</h3>
      <Events timeline={timeline} />
      {restored ? <RestoreDialog revision={restored} onClose={() => setRestored(undefined)} /> : null}
    </div>
  );
};

interface RevisionProps extends TimelineProps {
  revision: LabelRevision;
  before: LabelRevision | undefined;
  onRestore: (revision: LabelRevision) => void;
}

const Revision = ({ task, timeline, revision, before, onRestore }: RevisionProps) => {
  const { t } = useTranslation();
  const canRestore = useCan()("internal") && !revision.is_current;
  const { person, by, restored_from, duration_ms, template_version, guidelines_version } = revision;
  return (
    <article className={styles.revision} data-current={revision.is_current || undefined}>
      <header className={styles.revisionHead}>
        <strong>{t("labelling.history.revision", { revision: revision.revision })}</strong>
        {revision.is_current ? <StatusTag tone="success">{t("labelling.history.current")}</StatusTag> : null}
        {revision.undone_at === null ? null : (
          <StatusTag tone="warning">{t("labelling.history.events.undone")}</StatusTag>
        )}
        <span className={`${styles.quiet} ds-number`}>
          <Time at={revision.created_at} />
          {by === person ? "" : ` · ${t("labelling.history.madeBy", { by })}`}
          {restored_from === null ? "" : ` · ${t("labelling.history.restoredFrom", { revision: restored_from })}`}
          {duration_ms > 0 ? ` · ${formatDuration(duration_ms)}` : ""}
          {` · ${t("labelling.history.versions", { template: template_version, guidelines: guidelines_version })}`}
        </span>
        {canRestore ? (
          <Button
            size="small"
            className={styles.restore}
            aria-label={t("labelling.history.restoreOf", { revision: revision.revision, person })}
            onClick={() => onRestore(revision)}
          >
            {t("labelling.history.restore")}
          </Button>
        ) : null}
      </header>
      <FieldDiffs
        fields={task.fields}
        before={before?.values ?? timeline.prefill}
        after={revision.values}
        durationUs={timeline.duration_us}
        clips={pairKeysOf(timeline)}
      />
    </article>
  );
};

const Events = ({ timeline }: { timeline: LabelItemTimeline }) => {
  const { t } = useTranslation();
  return (
    <ol className={styles.events}>
      {timeline.events.map((event) => (
        <li key={event.n} className={styles.event}>
          <EventTag event={event.event} />
          <span>{event.by}</span>
          <span className={styles.quiet}>
            <Time at={event.at} />
            {event.seconds === null ? "" : ` · ${formatDuration(event.seconds * 1_000)}`}
            {event.skip_reason === null ? "" : ` · ${t(`labelling.skip.reasons.${event.skip_reason}`)}`}
            {event.skip_note === "" ? "" : ` · ${event.skip_note}`}
          </span>
        </li>
      ))}
    </ol>
  );
};
