import { type LabelAdjudicationItem, type LabelTaskDetail, MAX_LABEL_ITEMS } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { KeyCap } from "../../../shared/leased-work/components/key-cap.tsx";
import { useWorkKeys } from "../../../shared/leased-work/components/use-work-keys.ts";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { LabelForm } from "../form/label-form.tsx";
import { useOwnKeys, withOwnKeys } from "../keys/own-keys.ts";
import { LABEL_CHECK_KEYS, LABEL_WORK_KEYS } from "../labelling.shortcuts.ts";
import { durationUsOf, pairKeysOf } from "../workspace/clip-item.ts";
import { LabelPlayer } from "../workspace/label-player.tsx";
import { playerActs } from "../workspace/player-acts.ts";
import workStyles from "../workspace/workspace.module.css";
import { AnswersTable } from "./answers-table.tsx";
import { CheckBetween } from "./check-between.tsx";
import { CheckFrame } from "./check-frame.tsx";
import styles from "./review.module.css";
import { type Adjudication, releaseAdjudication, useAdjudication } from "./use-adjudication.ts";
import { type CheckView, useCheckView } from "./use-check-view.ts";

const itemIn = (params: URLSearchParams): number | undefined => {
  const item = Number(params.get("item") ?? Number.NaN);
  return Number.isInteger(item) && item > 0 && item <= MAX_LABEL_ITEMS ? item : undefined;
};

/** Decides which answer of an item counts: the lowest agreement first, or the item in the address. */
export const AdjudicationMode = ({ task }: { task: LabelTaskDetail }) => {
  const [params] = useSearchParams();
  const adjudication = useAdjudication(task, itemIn(params));
  if (!adjudication.item) return <CheckBetween task={task} kind="adjudications" work={adjudication} />;
  return <OneItem task={task} adjudication={adjudication} item={adjudication.item} />;
};

const KEYS = { ...LABEL_WORK_KEYS, ...LABEL_CHECK_KEYS };

const decideOrShow = (adjudication: Adjudication, view: CheckView): void => {
  if (adjudication.submit()) return view.startNext();
  const [fault] = adjudication.checked.faults;
  if (fault) view.form.current?.focusField(fault.key);
};

const useAdjudicationKeys = (adjudication: Adjudication, view: CheckView): void => {
  const submit = (): void => decideOrShow(adjudication, view);
  const acts = {
    submit,
    submitToo: submit,
    guidelines: view.openGuidelines,
    ...playerActs(view),
    form: () => view.form.current?.focusFirst(),
    leave: () => (view.isOnStage() ? view.leave() : view.toStage()),
  };
  useWorkKeys<keyof typeof acts>({
    table: withOwnKeys(KEYS, useOwnKeys()),
    worksWhileTyping: (act) => act === "submitToo" || act === "leave",
    isOff: view.areGuidelinesOpen,
    onDigit: (digit) => adjudication.take(digit - 1),
    acts,
  });
};

interface OneItemProps {
  task: LabelTaskDetail;
  adjudication: Adjudication;
  item: LabelAdjudicationItem;
}

const OneItem = ({ task, adjudication, item }: OneItemProps) => {
  const { t } = useTranslation();
  const view = useCheckView(task, adjudication, { item, release: releaseAdjudication });
  useAdjudicationKeys(adjudication, view);
  return (
    <CheckFrame
      task={task}
      work={adjudication}
      item={item}
      view={view}
      kind="adjudications"
      facts={<Facts item={item} />}
    >
      <div className={workStyles.main}>
        <div className={styles.compared}>
          <LabelPlayer
            items={adjudication.queue.items}
            item={item}
            view={view}
            fieldNames={new Map(task.fields.map(({ key, name }) => [key, name]))}
          />
          <AnswersTable
            fields={task.fields}
            answers={item.answers}
            taken={adjudication.taken}
            durationUs={durationUsOf(item)}
            clips={pairKeysOf(item)}
            onTake={(place) => {
              adjudication.take(place);
              view.toStage();
            }}
          />
        </div>
        <section className={workStyles.side} aria-label={t("labelling.review.answer")}>
          <div className={workStyles.fields}>
            <p className={styles.hint}>{t("labelling.review.choose")}</p>
            <LabelForm
              key={item.lease_id}
              ref={view.form}
              fields={task.fields}
              values={adjudication.drafts.draft}
              prefill={item.prefill}
              editors={view.editors}
              hasPlayer={view.player !== undefined}
              faults={adjudication.areFaultsShown ? adjudication.checked.faults : []}
              onChange={adjudication.change}
            />
          </div>
          <footer className={workStyles.actions}>
            <Button type="primary" onClick={() => decideOrShow(adjudication, view)}>
              {t("labelling.review.submit")} <KeyCap isOnAccent>↵</KeyCap>
            </Button>
          </footer>
        </section>
      </div>
    </CheckFrame>
  );
};

/** How far the answers agree, and what was decided before. */
const Facts = ({ item: { agreement, is_escalated, adjudicated } }: { item: LabelAdjudicationItem }) => {
  const { t, i18n } = useTranslation();
  const percent = (share: number): string =>
    new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 0 }).format(share);
  return (
    <>
      {agreement === null ? null : (
        <span className={`${workStyles.quiet} ds-number`}>
          {t("labelling.review.agreement", { percent: percent(agreement) })}
        </span>
      )}
      {is_escalated ? <StatusTag tone="warning">{t("labelling.review.escalated")}</StatusTag> : null}
      {adjudicated ? (
        <StatusTag tone="info">
          {t("labelling.review.adjudicated", { by: adjudicated.by, revision: adjudicated.revision })}
        </StatusTag>
      ) : null}
    </>
  );
};
