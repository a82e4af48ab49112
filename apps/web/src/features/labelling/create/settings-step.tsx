import { LABEL_ORDERS, MAX_LABEL_OVERLAP, MAX_LABEL_PRIORITY } from "@dailies/contract";
import { Input, InputNumber, Radio } from "antd";
import { useTranslation } from "react-i18next";
import { PersonPicker } from "../../../shared/person-picker/person-picker.tsx";
import { momentOf, wallClockOf } from "../../../ui/filters/time-range.ts";
import styles from "./create.module.css";
import { Labelled } from "./source-step.tsx";
import type { StepProps } from "./step-props.ts";
import type { TaskDraft } from "./task-draft.ts";

export const MAX_LEASE_MINUTES = 120;

/** Who labels, how often each item is labelled, and when it is due. */
export const SettingsStep = ({ draft, onChange }: StepProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.step}>
      <Labelled label={t("labelling.create.people")} help={t("labelling.create.peopleHelp")}>
        {(id) => <PersonPicker id={id} value={draft.people} onChange={(people) => onChange({ people })} />}
      </Labelled>
      <div className={styles.grid}>
        <Labelled label={t("labelling.create.overlap")} help={t("labelling.create.overlapHelp")}>
          {(id) => (
            <InputNumber<number>
              id={id}
              min={1}
              max={MAX_LABEL_OVERLAP}
              precision={0}
              value={draft.overlap}
              onChange={(overlap) => onChange({ overlap: overlap ?? 1 })}
            />
          )}
        </Labelled>
        <Labelled label={t("labelling.create.reviewShare")} help={t("labelling.create.reviewShareHelp")}>
          {(id) => (
            <InputNumber<number>
              id={id}
              min={0}
              max={100}
              precision={0}
              value={draft.reviewShare}
              onChange={(reviewShare) => onChange({ reviewShare: reviewShare ?? 0 })}
            />
          )}
        </Labelled>
        <Labelled label={t("labelling.create.lease")} help={t("labelling.create.leaseHelp")}>
          {(id) => (
            <InputNumber<number>
              id={id}
              min={1}
              max={MAX_LEASE_MINUTES}
              precision={0}
              value={draft.leaseMinutes}
              onChange={(leaseMinutes) => onChange({ leaseMinutes: leaseMinutes ?? 10 })}
            />
          )}
        </Labelled>
        <Labelled label={t("labelling.create.due")}>
          {(id) => (
            <Input
              id={id}
              type="datetime-local"
              value={wallClockOf(draft.dueAt)}
              onChange={({ target }) => onChange({ dueAt: momentOf(target.value) })}
            />
          )}
        </Labelled>
        <Labelled label={t("labelling.create.priority")} help={t("labelling.create.priorityHelp")}>
          {(id) => (
            <InputNumber<number>
              id={id}
              min={0}
              max={MAX_LABEL_PRIORITY}
              precision={0}
              value={draft.priority}
              onChange={(priority) => onChange({ priority: priority ?? 0 })}
            />
          )}
        </Labelled>
      </div>
      <Radio.Group
        aria-label={t("labelling.create.order")}
        value={draft.order}
        options={LABEL_ORDERS.map((value) => ({ value, label: t(`labelling.create.orders.${value}`) }))}
        onChange={({ target }) => onChange({ order: target.value as TaskDraft["order"] })}
      />
    </div>
  );
};
