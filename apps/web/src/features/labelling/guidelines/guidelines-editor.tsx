import { Input } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import styles from "./guidelines.module.css";
import { MarkdownText } from "./markdown-text.tsx";

const MAX_LENGTH = 50_000;

interface GuidelinesEditorProps {
  text: string;
  onChange: (text: string) => void;
}

/** Markdown beside what labellers will read. */
export const GuidelinesEditor = ({ text, onChange }: GuidelinesEditorProps) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.editor}>
      <div className={styles.pane}>
        <label htmlFor={id}>{t("labelling.guidelines.text")}</label>
        <Input.TextArea
          id={id}
          value={text}
          maxLength={MAX_LENGTH}
          placeholder={t("labelling.guidelines.placeholder")}
          autoSize={{ minRows: 12, maxRows: 20 }}
          onChange={({ target }) => onChange(target.value)}
        />
        <p className={styles.quiet}>{t("labelling.guidelines.syntax")}</p>
      </div>
      <section className={styles.pane} aria-label={t("labelling.guidelines.preview")}>
        <span>{t("labelling.guidelines.preview")}</span>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard. */}
        <div className={styles.preview} tabIndex={0}>
          {text.trim() === "" ? (
            <p className={styles.quiet}>{t("labelling.guidelines.none")}</p>
          ) : (
            <MarkdownText text={text} />
          )}
        </div>
      </section>
    </div>
  );
};
