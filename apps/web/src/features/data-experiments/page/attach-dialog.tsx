import type { DataExperiment, ExperimentRunStatus } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Checkbox, Input } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { Time } from "../../../ui/time.tsx";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { proposedRunsQuery, runChoicesQuery, useAttachRuns } from "../data-experiments.queries.ts";
import styles from "./page.module.css";

interface AttachDialogProps {
  experiment: DataExperiment;
  position: number;
  onClose: () => void;
}

/** Runs that name the package of the arm are offered first; all others are found by name. */
export const AttachDialog = ({ experiment, position, onClose }: AttachDialogProps) => {
  const { t } = useTranslation();
  const arm = experiment.arms[position - 1];
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState("");
  const [isFaultShown, setIsFaultShown] = useState(false);
  const { mutateAsync, isPending, error } = useAttachRuns(experiment.id);
  const proposed = useQuery(proposedRunsQuery(experiment.id, experiment.revision));
  const all = useQuery(runChoicesQuery(useDebounced(typed.trim(), 250)));
  const attachedTo = new Map(experiment.arms.flatMap(({ name, runs }) => runs.map(({ id }) => [id, name] as const)));
  const toggle = (id: string): void =>
    setChosen((now) => (now.includes(id) ? now.filter((each) => each !== id) : [...now, id]));
  const ofArm = proposed.data?.items.filter((run) => run.position === position) ?? [];
  const offered = new Set(ofArm.map(({ id }) => id));
  const list = (runs: readonly ListedRun[]): ReactNode => (
    <ul className={styles.choices}>
      {runs.map((run) => (
        <RunChoice
          key={run.id}
          run={run}
          attachedTo={attachedTo.get(run.id)}
          isChosen={chosen.includes(run.id)}
          onToggle={() => toggle(run.id)}
        />
      ))}
    </ul>
  );
  if (!arm) return null;
  return (
    <FormDialog
      title={t("dataExperiments.attach.title", { arm: arm.name })}
      widthPx={680}
      isBusy={isPending}
      onClose={onClose}
    >
      {(close) => (
        <form
          className={styles.stack}
          onSubmit={(event) => {
            event.preventDefault();
            setIsFaultShown(chosen.length === 0);
            // The panel below shows a failure.
            if (chosen.length > 0) mutateAsync({ position, run_ids: [...chosen] }).then(close, () => undefined);
          }}
        >
          {arm.kind === "package" ? (
            <section aria-label={t("dataExperiments.attach.proposed")}>
              <h3 className={styles.title}>{t("dataExperiments.attach.proposed")}</h3>
              <Found query={proposed} isEmpty={ofArm.length === 0} none={t("dataExperiments.attach.noneProposed")}>
                {list(ofArm)}
              </Found>
            </section>
          ) : null}
          <section aria-label={t("dataExperiments.attach.all")}>
            <h3 className={styles.title}>{t("dataExperiments.attach.all")}</h3>
            <Input
              allowClear
              value={typed}
              maxLength={200}
              aria-label={t("dataExperiments.attach.search")}
              placeholder={t("dataExperiments.attach.search")}
              onChange={({ target }) => setTyped(target.value)}
            />
            <Found query={all} isEmpty={all.data?.items.length === 0} none={t("dataExperiments.attach.noneFound")}>
              {list((all.data?.items ?? []).filter(({ id }) => !offered.has(id)))}
            </Found>
            {all.data && all.data.next_cursor !== null ? (
              <p className={styles.quiet}>{t("dataExperiments.attach.more")}</p>
            ) : null}
          </section>
          {isFaultShown && chosen.length === 0 ? (
            <p className={styles.fault} role="alert">
              {t("dataExperiments.attach.needsRun")}
            </p>
          ) : null}
          {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
          <FormButtons
            action={t("dataExperiments.attach.action", { count: chosen.length })}
            isBusy={isPending}
            onCancel={close}
          />
        </form>
      )}
    </FormDialog>
  );
};

interface ListedRun {
  readonly id: string;
  readonly name: string;
  readonly experiment_name: string;
  readonly status: ExperimentRunStatus;
  readonly started_at: string;
}

interface RunChoiceProps {
  run: ListedRun;
  attachedTo: string | undefined;
  isChosen: boolean;
  onToggle: () => void;
}

const RunChoice = ({ run, attachedTo, isChosen, onToggle }: RunChoiceProps) => {
  const { t } = useTranslation();
  return (
    <li>
      <Checkbox
        checked={isChosen || attachedTo !== undefined}
        disabled={attachedTo !== undefined}
        aria-label={t("dataExperiments.attach.choose", { name: run.name })}
        onChange={onToggle}
      >
        <span className={styles.run}>
          <span className={styles.name}>{run.name}</span>
          <span className={styles.quiet}>
            {run.experiment_name} · {t(`dataExperiments.status.${run.status}`)} · <Time at={run.started_at} />
          </span>
          {attachedTo === undefined ? null : (
            <span className={styles.quiet}>{t("dataExperiments.attach.elsewhere", { arm: attachedTo })}</span>
          )}
        </span>
      </Checkbox>
    </li>
  );
};

interface FoundProps {
  query: { readonly error: unknown; readonly isPending: boolean; readonly refetch: () => unknown };
  isEmpty: boolean;
  none: string;
  children: ReactNode;
}

const Found = ({ query, isEmpty, none, children }: FoundProps) => {
  if (query.error) return <ErrorPanel isCompact error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton rows={3} />;
  return isEmpty ? <p className={styles.quiet}>{none}</p> : children;
};
