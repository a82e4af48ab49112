import { GRANT_CATEGORIES, operationReason } from "@dailies/contract";
import { Button, Input, Radio } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { localZone } from "../../../shared/time-span/zone.ts";
import { momentOf, wallClockOf } from "../../../ui/filters/time-range.ts";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import styles from "./bulk.module.css";
import { LinesInput } from "./lines-input.tsx";
import { readLines, textFault } from "./read-lines.ts";
import type { Bulk } from "./use-bulk.ts";

interface MomentInputProps {
  id?: string;
  value?: string;
  onChange?: (value: string | undefined) => void;
}

/** An optional date and time in the user's time zone. */
const MomentInput = ({ id, value, onChange }: MomentInputProps) => (
  <input
    id={id}
    type="datetime-local"
    className={styles.moment}
    value={wallClockOf(value)}
    onChange={(event) => onChange?.(momentOf(event.target.value))}
  />
);

export interface BulkDraft {
  text?: string;
  category?: (typeof GRANT_CATEGORIES)[number];
  reason?: string;
  expires_at?: string;
}

const useFormSchema = () => {
  const { t } = useTranslation();
  return useMemo(
    () =>
      z.object({
        text: z.string({ error: t("tools.bulk.faults.empty") }).superRefine((text, context) => {
          const fault = textFault(text, t);
          if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
        }),
        category: z.enum(GRANT_CATEGORIES, { error: t("tools.bulk.faults.category") }),
        reason: operationReason,
        expires_at: z.iso
          .datetime({ offset: true })
          .refine((at) => Date.parse(at) > Date.now(), t("tools.bulk.faults.past"))
          .optional(),
      }),
    [t],
  );
};

interface EnterStepProps {
  bulk: Bulk;
  draft: BulkDraft;
  /** The last submitted text: submitting it again makes another grant. */
  sentText: string | undefined;
  onDraft: (draft: BulkDraft) => void;
}

export const EnterStep = ({ bulk, draft, sentText, onDraft }: EnterStepProps) => {
  const { t } = useTranslation();
  const schema = useFormSchema();
  return (
    <ZodForm
      schema={schema}
      initial={draft}
      onSubmit={(values) => {
        const { text, ...grant } = values;
        const { lines, faults } = readLines(text, t);
        onDraft(values);
        return bulk.preview({ ...grant, lines }, faults);
      }}
    >
      {({ Field, isBusy }) => (
        <div className={styles.form}>
          <Field name="text" label={t("tools.bulk.lines")} help={t("tools.bulk.linesHint")}>
            <LinesInput sentText={sentText} onChosen={bulk.choose} />
          </Field>
          <Field name="category" label={t("tools.bulk.category")}>
            <Radio.Group
              options={GRANT_CATEGORIES.map((value) => ({ value, label: t(`tools.bulk.categories.${value}`) }))}
            />
          </Field>
          <Field name="reason" label={t("tools.reason")} help={t("tools.reasonHint")}>
            <Input.TextArea rows={2} />
          </Field>
          <Field
            name="expires_at"
            label={t("tools.bulk.expiry")}
            help={t("tools.bulk.expiryHint", { zone: localZone() })}
          >
            <MomentInput />
          </Field>
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {t("tools.bulk.check")}
          </Button>
        </div>
      )}
    </ZodForm>
  );
};
