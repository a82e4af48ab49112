import { Button } from "antd";
import { useTranslation } from "react-i18next";
import "./zod-form.css";

interface FormButtonsProps {
  /** The submit label: "Create user". */
  action: string;
  isBusy: boolean;
  onCancel: () => void;
}

/** The footer of a form dialog: cancel and submit. */
export const FormButtons = ({ action, isBusy, onCancel }: FormButtonsProps) => {
  const { t } = useTranslation();
  return (
    <div className="ds-form-buttons">
      <Button disabled={isBusy} onClick={onCancel}>
        {t("ui.cancel")}
      </Button>
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {action}
      </Button>
    </div>
  );
};
