import { Button } from "antd";
import { useTranslation } from "react-i18next";
import "./zod-form.css";

interface FormButtonsProps {
  /** The submit label: "Create user". */
  action: string;
  isBusy: boolean;
  /** It takes something away. Only the button that confirms is filled; the one that opens the dialog is outlined. */
  isDangerous?: boolean;
  onCancel: () => void;
}

/** The footer of a form dialog: cancel and submit. */
export const FormButtons = ({ action, isBusy, isDangerous = false, onCancel }: FormButtonsProps) => {
  const { t } = useTranslation();
  return (
    <div className="ds-form-buttons">
      <Button disabled={isBusy} onClick={onCancel}>
        {t("ui.cancel")}
      </Button>
      <Button type="primary" danger={isDangerous} htmlType="submit" loading={isBusy}>
        {action}
      </Button>
    </div>
  );
};
