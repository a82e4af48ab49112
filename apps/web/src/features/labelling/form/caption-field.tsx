import { Button, Input } from "antd";
import { useTranslation } from "react-i18next";
import { WordDiff } from "../../../shared/word-diff/word-diff-text.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "./label-form.module.css";

interface CaptionFieldProps {
  labelId: string;
  maxLength: number;
  value: string;
  prefilled: string | undefined;
  onChange: (value: string | null) => void;
}

/** A caption, with what was changed in the prefilled one. */
export const CaptionField = ({ labelId, maxLength, value, prefilled, onChange }: CaptionFieldProps) => {
  const { t, i18n } = useTranslation();
  const count = (number: number): string => formatCount(number, i18n.language);
  const isChanged = prefilled !== undefined && prefilled !== value;
  return (
    <div className={styles.caption}>
      <Input.TextArea
        aria-labelledby={labelId}
        value={value}
        autoSize={{ minRows: 4, maxRows: 14 }}
        onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
      />
      <div className={styles.captionFoot}>
        {isChanged ? (
          <Button size="small" onClick={() => onChange(prefilled)}>
            {t("labelling.form.restorePrefill")}
          </Button>
        ) : null}
        <span className={`${styles.quiet} ds-number`}>
          {t("labelling.form.characters", { used: count([...value].length), most: count(maxLength) })}
        </span>
      </div>
      {isChanged ? (
        <div className={styles.diff}>
          <span className={styles.quiet}>{t("labelling.form.changes")}</span>
          <p>
            <WordDiff before={prefilled} after={value} />
          </p>
        </div>
      ) : null}
    </div>
  );
};
