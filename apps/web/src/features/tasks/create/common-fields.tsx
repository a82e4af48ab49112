import { Button, Input } from "antd";
import type { FunctionComponent, ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { TagsInput } from "../../../ui/form/tags-input.tsx";
import styles from "./create.module.css";

interface CommonFieldProps {
  name: "name" | "description" | "tags";
  label: string;
  help?: ReactNode;
  children: ReactElement;
}

/** The fields common to all kinds, rendered with the surrounding form's field component. */
export const CommonFields = ({ field: Field }: { field: FunctionComponent<CommonFieldProps> }) => {
  const { t } = useTranslation();
  return (
    <>
      <Field name="name" label={t("tasks.name")}>
        <Input autoComplete="off" placeholder={t("tasks.create.namePlaceholder")} />
      </Field>
      <Field name="description" label={t("tasks.description")}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
      </Field>
      <Field name="tags" label={t("tasks.tags")} help={t("tasks.create.tagsHint")}>
        <TagsInput />
      </Field>
    </>
  );
};

interface WizardButtonsProps {
  action: string;
  isBusy: boolean;
  onBack: () => void;
}

export const WizardButtons = ({ action, isBusy, onBack }: WizardButtonsProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.buttons}>
      <Button disabled={isBusy} onClick={onBack}>
        {t("tasks.create.back")}
      </Button>
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {action}
      </Button>
    </div>
  );
};
