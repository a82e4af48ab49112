import { Input } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import styles from "./config-editor.module.css";

const COMMENT_MAX = 500;

interface CommentBoxProps {
  value: string;
  onChange: (comment: string) => void;
}

/** An optional reason for publishing, stored in the audit log. */
export const CommentBox = ({ value, onChange }: CommentBoxProps) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {t("settings.publish.comment")} · {t("ui.form.optional")}
      </label>
      <Input.TextArea
        id={id}
        value={value}
        maxLength={COMMENT_MAX}
        placeholder={t("settings.publish.commentHint")}
        autoSize={{ minRows: 2, maxRows: 6 }}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
};
