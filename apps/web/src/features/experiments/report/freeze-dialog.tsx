import type { ExperimentRunDetail } from "@dailies/contract";
import { MAX_REPORT_METRICS } from "@dailies/contract/experiments/report-schemas";
import { Button, Form, Input, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { experimentReportAddress } from "../../../lib/paths.ts";
import { useRequestKeys } from "../../../shared/export-file/use-request-keys.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { FormField } from "../../../ui/form/form-field.tsx";
import type { CurveSettings } from "../curves/curve-settings.tsx";
import { sharedFirst } from "../curves/metric-charts.tsx";
import { isSystemMetric } from "../experiments.rules.ts";
import { useCreateReport } from "./report.queries.ts";

interface FreezeDialogProps {
  runs: readonly ExperimentRunDetail[];
  settings: CurveSettings;
  /** Where the slider of the wall stands; absent before it was moved. */
  step: number | undefined;
  onClose: () => void;
}

const FIRST_METRICS = 6;

/** Names the view and chooses its charts; the server stores it as it is at that moment. */
export const FreezeDialog = ({ runs, settings, step, onClose }: FreezeDialogProps) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const keys = useRequestKeys();
  const { mutateAsync, isPending, error } = useCreateReport();
  const known = sharedFirst(runs);
  const [name, setName] = useState(() => runs[0]?.experiment_name ?? "");
  const [metrics, setMetrics] = useState(() => known.filter((key) => !isSystemMetric(key)).slice(0, FIRST_METRICS));
  const [isNameMissing, setIsNameMissing] = useState(false);
  const freeze = async (close: () => void): Promise<void> => {
    setIsNameMissing(name.trim() === "");
    if (name.trim() === "") return;
    const body = {
      name: name.trim(),
      run_ids: runs.map(({ id }) => id),
      metrics,
      settings: { axis: settings.axis, smoothing: settings.smoothing, is_log: settings.isLog },
      ...(step !== undefined && { step }),
    };
    // The same request has the same key, so that a second click or a retry stores no second report.
    const { id } = await mutateAsync({ ...body, request_key: keys.keyOf(JSON.stringify(body)) });
    close();
    void navigate(experimentReportAddress(id));
  };
  return (
    <FormDialog title={t("experiments.report.freeze")} isBusy={isPending} onClose={onClose}>
      {(close) => (
        <Form component="div" layout="vertical">
          <p>{t("experiments.report.about", { count: runs.length })}</p>
          <FormField
            label={t("experiments.report.name")}
            fault={isNameMissing ? t("experiments.report.nameMissing") : undefined}
          >
            {(id) => <Input id={id} maxLength={120} value={name} onChange={({ target }) => setName(target.value)} />}
          </FormField>
          <FormField
            label={t("experiments.report.charts")}
            help={t("experiments.report.chartsHelp", { max: MAX_REPORT_METRICS })}
          >
            {(id) => (
              <Select<string[]>
                id={id}
                mode="multiple"
                maxCount={MAX_REPORT_METRICS}
                value={metrics}
                options={known.map((key) => ({ value: key, label: key }))}
                onChange={setMetrics}
              />
            )}
          </FormField>
          {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
          <Button
            type="primary"
            block
            loading={isPending}
            // The panel above shows a failure.
            onClick={() => void freeze(close).catch(() => undefined)}
          >
            {t("experiments.report.action")}
          </Button>
        </Form>
      )}
    </FormDialog>
  );
};
