import { type EvaluationDetail, evaluationsRoutes } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { InputNumber, Select } from "antd";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { axesOf } from "../board.rules.ts";
import { boardQuery } from "../leaderboards.queries.ts";
import styles from "./judging.module.css";
import { useAddGold } from "./judging.queries.ts";

/** Rows are one-based in the UI. */
const goldForm = z.object({ ...evaluationsRoutes.addGold.body.shape, row: z.int().min(1) });

interface GoldDialogProps {
  evaluation: EvaluationDetail;
  onClose: () => void;
}

export const GoldDialog = ({ evaluation, onClose }: GoldDialogProps) => {
  const { t } = useTranslation();
  const { data: board, error } = useQuery(boardQuery(evaluation.task_id, {}));
  const { mutateAsync } = useAddGold(evaluation.task_id);
  const entries = board ? (axesOf(board)[0]?.entries ?? []) : [];
  const options = entries.map(({ entry, label }) => ({ value: entry, label }));
  const answers = (["a", "b", "tie"] as const).map((value) => ({ value, label: t(`leaderboards.gold.${value}`) }));
  return (
    <FormDialog title={t("leaderboards.gold.open")} widthPx={480} onClose={onClose}>
      {(close) => {
        if (error && !board) return <ErrorPanel error={error} />;
        if (!board) return <Skeleton rows={4} />;
        return (
          <ZodForm
            schema={goldForm}
            onSubmit={async ({ row, ...rest }) => {
              await mutateAsync({ ...rest, row: row - 1 });
              close();
            }}
          >
            {({ Field, isBusy }) => (
              <>
                <Field name="row" label={t("leaderboards.prompts.row")}>
                  <InputNumber className={styles.wide} min={1} precision={0} />
                </Field>
                <Field name="a" label={t("leaderboards.gold.first")}>
                  <Select options={options} />
                </Field>
                <Field name="b" label={t("leaderboards.gold.second")}>
                  <Select options={options} />
                </Field>
                <Field name="expected" label={t("leaderboards.gold.expected")}>
                  <Select options={answers} />
                </Field>
                <FormButtons action={t("leaderboards.gold.action")} isBusy={isBusy} onCancel={close} />
              </>
            )}
          </ZodForm>
        );
      }}
    </FormDialog>
  );
};
