import { type LabelTaskDetail, type RevertedLabelDay, revertLabelDayBody } from "@dailies/contract";
import { useQueryClient } from "@tanstack/react-query";
import { App, Button, Input, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { labelReportCalls } from "../../../lib/api/clients/labelling/label-reports.ts";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { formatCount } from "../../../ui/format.ts";

const [previewBody, revertBody] = revertLabelDayBody.options;
const dayForm = z.object({ person: previewBody.shape.person, day: previewBody.shape.day });
const reasonForm = z.object({ reason: revertBody.shape.reason });

interface PreviewedDay extends z.output<typeof dayForm> {
  found: RevertedLabelDay;
}

interface RevertDayDialogProps {
  task: LabelTaskDetail;
  onClose: () => void;
}

/** Reverts what one person labelled on one day: first a preview, then new revisions in batches. */
export const RevertDayDialog = ({ task, onClose }: RevertDayDialogProps) => {
  const { t } = useTranslation();
  const [previewed, setPreviewed] = useState<PreviewedDay>();
  return (
    <FormDialog title={t("labelling.revert.title")} widthPx={480} onClose={onClose}>
      {(close) =>
        previewed && previewed.found.labels > 0 ? (
          <RevertForm task={task} previewed={previewed} onBack={() => setPreviewed(undefined)} onDone={close} />
        ) : (
          <DayForm task={task} previewed={previewed} onPreview={setPreviewed} onCancel={close} />
        )
      }
    </FormDialog>
  );
};

interface DayFormProps {
  task: LabelTaskDetail;
  /** A day without labels that can be reverted. */
  previewed: PreviewedDay | undefined;
  onPreview: (previewed: PreviewedDay) => void;
  onCancel: () => void;
}

const DayForm = ({ task, previewed, onPreview, onCancel }: DayFormProps) => {
  const { t } = useTranslation();
  const names = task.people.map(({ username }) => username);
  return (
    <ZodForm
      schema={dayForm}
      {...(previewed && { initial: { person: previewed.person, day: previewed.day } })}
      onSubmit={async (day) => {
        const body = { ...day, is_preview: true as const };
        onPreview({ ...day, found: await labelReportCalls.revertLabelDay({ params: { id: task.id }, body }) });
      }}
    >
      {({ Field, isBusy }) => (
        <>
          <p>{t("labelling.revert.about")}</p>
          <Field name="person" label={t("labelling.history.person")}>
            <Select showSearch options={names.map((value) => ({ value, label: value }))} />
          </Field>
          <Field name="day" label={t("labelling.revert.day")} help={t("labelling.revert.dayHint")}>
            <Input type="date" />
          </Field>
          {previewed ? <p role="status">{t("labelling.revert.nothing", { day: previewed.day })}</p> : null}
          <FormButtons action={t("labelling.revert.preview")} isBusy={isBusy} onCancel={onCancel} />
        </>
      )}
    </ZodForm>
  );
};

interface RevertFormProps {
  task: LabelTaskDetail;
  previewed: PreviewedDay;
  onBack: () => void;
  onDone: () => void;
}

/** Reverts batch after batch. A repeated call reverts only what is left, so a failure in between loses nothing. */
const useRevertDay = (task: LabelTaskDetail, { person, day }: PreviewedDay) => {
  const cache = useQueryClient();
  const [key] = useState(newRequestKey);
  const [done, setDone] = useState(0);
  const revert = async (reason: string): Promise<number> => {
    const body = { is_preview: false as const, person, day, reason, request_key: key };
    let total = done;
    try {
      for (let isMore = true; isMore; ) {
        const { reverted, labels } = await labelReportCalls.revertLabelDay({ params: { id: task.id }, body });
        total += reverted;
        setDone(total);
        isMore = labels > 0 && reverted > 0;
      }
    } finally {
      await cache.invalidateQueries({ queryKey: ["labelling"] });
    }
    return total;
  };
  return { done, revert };
};

const RevertForm = ({ task, previewed, onBack, onDone }: RevertFormProps) => {
  const { t, i18n } = useTranslation();
  const { message } = App.useApp();
  const { done, revert } = useRevertDay(task, previewed);
  const { person, day, found } = previewed;
  const words = (count: number) => ({ count, shown: formatCount(count, i18n.language) });
  return (
    <ZodForm
      schema={reasonForm}
      onSubmit={async ({ reason }) => {
        const total = await revert(reason);
        void message.success(t("labelling.revert.done", words(total)));
        onDone();
      }}
    >
      {({ Field, isBusy }) => (
        <>
          <p>{t("labelling.revert.found", { ...words(found.labels), person, day })}</p>
          {found.changed_since > 0 ? <p>{t("labelling.revert.changed", words(found.changed_since))}</p> : null}
          <p>{t("labelling.revert.effect")}</p>
          <Field name="reason" label={t("labelling.history.reason")}>
            <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
          </Field>
          {isBusy ? (
            <p role="status">
              {t("labelling.revert.progress", {
                done: formatCount(done, i18n.language),
                all: formatCount(found.labels, i18n.language),
              })}
            </p>
          ) : (
            <Button type="link" size="small" onClick={onBack}>
              {t("labelling.revert.back")}
            </Button>
          )}
          <FormButtons
            isDangerous
            action={t("labelling.revert.action", words(found.labels))}
            isBusy={isBusy}
            onCancel={onDone}
          />
        </>
      )}
    </ZodForm>
  );
};
