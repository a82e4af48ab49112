import type { DataExperiment } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Form, Input, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { FormField } from "../../../ui/form/form-field.tsx";
import { dataExperimentQuery, useDecide } from "../data-experiments.queries.ts";
import { formatMean } from "../data-experiments.rules.ts";
import styles from "./page.module.css";

interface DecideDialogProps {
  id: string;
  onClose: () => void;
}

/** Records a decision, or opens a decided question again. The numbers are read once more, because runs may have ended. */
export const DecideDialog = ({ id, onClose }: DecideDialogProps) => {
  const { t } = useTranslation();
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...dataExperimentQuery(id),
    refetchOnMount: "always",
  });
  // What is shown while somebody writes must be what is decided about.
  const [isReopening] = useState(data?.state === "Decided");
  const title = t(isReopening ? "dataExperiments.decide.reopenTitle" : "dataExperiments.decide.title");
  const decide = useDecide(id);
  return (
    <FormDialog title={title} isBusy={decide.isPending} onClose={onClose}>
      {(close) => {
        if (data && (isFetchedAfterMount || decide.isPending))
          return (
            <DecideForm
              experiment={data}
              isReopening={isReopening}
              isBusy={decide.isPending}
              error={decide.error}
              onCancel={close}
              onSend={(decision) => {
                const body = { expect_revision: data.revision, ...decision };
                // The form shows a failure.
                decide.mutateAsync(body).then(close, () => undefined);
              }}
            />
          );
        return error ? <ErrorPanel isCompact error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} />;
      }}
    </FormDialog>
  );
};

interface Decision {
  reason: string;
  chosen?: number | null;
}

interface DecideFormProps {
  experiment: DataExperiment;
  isReopening: boolean;
  isBusy: boolean;
  error: unknown;
  onCancel: () => void;
  onSend: (decision: Decision) => void;
}

const NONE = 0;

const DecideForm = ({ experiment, isReopening, isBusy, error, onCancel, onSend }: DecideFormProps) => {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<number>();
  const [reason, setReason] = useState("");
  const [isFaultShown, setIsFaultShown] = useState(false);
  const send = (): void => {
    const isMissing = reason.trim() === "" || (chosen === undefined && !isReopening);
    setIsFaultShown(isMissing);
    if (isMissing) return;
    onSend({ reason: reason.trim(), ...(chosen !== undefined && { chosen: chosen === NONE ? null : chosen }) });
  };
  const isUnsure = experiment.differences.every(({ verdict }) => verdict === "too_few");
  const fault = isFaultShown && reason.trim() === "" ? t("dataExperiments.decide.needsReason") : undefined;
  return (
    <Form layout="vertical" onFinish={send}>
      <p className={styles.quiet}>
        {t(isReopening ? "dataExperiments.decide.reopenAbout" : "dataExperiments.decide.about")}
      </p>
      {isReopening ? null : (
        <>
          {isUnsure ? (
            <p className={styles.warning} role="note">
              {t("dataExperiments.decide.unsure")}
            </p>
          ) : null}
          <FormField
            label={t("dataExperiments.decide.chosen")}
            fault={isFaultShown && chosen === undefined ? t("dataExperiments.decide.needsChoice") : undefined}
          >
            {(id) => (
              <Radio.Group
                id={id}
                className={styles.options ?? ""}
                value={chosen}
                options={[
                  ...experiment.arms.map(({ position, name, result }) => ({
                    value: position,
                    label: `${name} · ${formatMean(result) ?? t("dataExperiments.arm.noMean")}`,
                  })),
                  { value: NONE, label: t("dataExperiments.decide.none") },
                ]}
                onChange={({ target }) => setChosen(Number(target.value))}
              />
            )}
          </FormField>
        </>
      )}
      <FormField
        label={t(isReopening ? "dataExperiments.decide.reopenReason" : "dataExperiments.decide.reason")}
        fault={fault}
      >
        {(id) => (
          <Input.TextArea
            id={id}
            rows={4}
            maxLength={4_000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </FormField>
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
      <FormButtons
        action={t(isReopening ? "dataExperiments.decide.reopenAction" : "dataExperiments.decide.action")}
        isBusy={isBusy}
        onCancel={onCancel}
      />
    </Form>
  );
};
