import { CloseOutlined } from "@ant-design/icons";
import type { ArmWins, DataExperiment, ExperimentJudging } from "@dailies/contract";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { PATHS } from "../../../lib/paths.ts";
import { useCan } from "../../../lib/session.ts";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Time } from "../../../ui/time.tsx";
import { useAttachJudging, useDetachJudging } from "../data-experiments.queries.ts";
import { formatWinRate, WIN_TONES } from "../data-experiments.rules.ts";
import styles from "./page.module.css";

const JudgingDialog = lazyPart(async () => (await import("./judging-dialog.tsx")).JudgingDialog);

/** What people preferred who did not know the models, for each judging that was attached. */
export const JudgingsPanel = ({ experiment }: { experiment: DataExperiment }) => {
  const { t } = useTranslation();
  const [isAttaching, setIsAttaching] = useState(false);
  // Leaderboards are open to them alone.
  const mayChange = useCan()({ permission: "USE_VERSION_1_0" }) && experiment.state === "Open";
  const { judgings } = experiment;
  return (
    <section className={styles.stack} aria-label={t("dataExperiments.judgings.title")}>
      <h2 className={styles.title}>{t("dataExperiments.judgings.title")}</h2>
      <p className={styles.quiet}>{t(`dataExperiments.judgings.${judgings.length === 0 ? "none" : "about"}`)}</p>
      {judgings.map((judging) => (
        <Judging key={judging.task_id} experiment={experiment} judging={judging} mayChange={mayChange} />
      ))}
      {judgings.length === 0 ? null : <p className={styles.quiet}>{t("dataExperiments.judgings.method")}</p>}
      {mayChange ? (
        <div>
          <Button onClick={() => setIsAttaching(true)}>{t("dataExperiments.judgings.attach")}</Button>
        </div>
      ) : null}
      <Suspense fallback={null}>
        {isAttaching ? <JudgingDialog experiment={experiment} onClose={() => setIsAttaching(false)} /> : null}
      </Suspense>
    </section>
  );
};

interface JudgingProps {
  experiment: DataExperiment;
  judging: ExperimentJudging;
  mayChange: boolean;
}

const Judging = ({ experiment, judging, mayChange }: JudgingProps) => {
  const { t } = useTranslation();
  const detach = useDetachJudging(experiment.id);
  const countAgain = useAttachJudging(experiment.id);
  const { task_id: taskId, name, arms } = judging;
  const nameOf = (position: number): string => experiment.arms[position - 1]?.name ?? "";
  return (
    <article className={styles.judging} aria-label={name}>
      <p className={styles.actHead}>
        {mayChange ? <Link to={`${PATHS.taskBenchmark}?task=${taskId}`}>{name}</Link> : <span>{name}</span>}
        <span className={styles.quiet}>
          {t("dataExperiments.judgings.counted", { by: judging.attached_by })}
          <Time at={judging.attached_at} />
        </span>
        {mayChange ? (
          <>
            <Button
              size="small"
              loading={countAgain.isPending}
              onClick={() =>
                countAgain.mutate({
                  task_id: taskId,
                  arms: arms.map(({ position, column_id }) => ({ position, column_id })),
                })
              }
            >
              {t("dataExperiments.judgings.again")}
            </Button>
            <IconButton
              size="small"
              name={t("dataExperiments.judgings.detach", { name })}
              icon={<CloseOutlined aria-hidden="true" />}
              isBusy={detach.isPending}
              onClick={() => detach.mutate(taskId)}
            />
          </>
        ) : null}
      </p>
      <ul className={styles.verdicts}>
        {arms.map(({ position, wins }) =>
          wins === null ? null : (
            <Wins
              key={position}
              wins={wins}
              words={t("dataExperiments.result.against", { arm: nameOf(position), base: nameOf(1) })}
            />
          ),
        )}
      </ul>
    </article>
  );
};

const Wins = ({ wins, words }: { wins: ArmWins; words: string }) => {
  const { t } = useTranslation();
  const { verdict, wins: won, ties, losses, prompts } = wins;
  const rate = formatWinRate(wins, t("dataExperiments.result.to"));
  return (
    <li className={styles.verdict}>
      <span className={styles.name}>{words}</span>
      <StatusTag tone={WIN_TONES[verdict]}>{t(`dataExperiments.judgings.verdict.${verdict}`)}</StatusTag>
      {rate === undefined ? null : <span className="ds-number">{rate}</span>}
      <span className={styles.quiet}>{t("dataExperiments.judgings.tally", { wins: won, ties, losses, prompts })}</span>
    </li>
  );
};
