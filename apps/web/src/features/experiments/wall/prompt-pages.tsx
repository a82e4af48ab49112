import type { SamplePrompt } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import styles from "./wall.module.css";

export const PROMPTS_AT_ONCE = 10;

interface PromptPagesProps {
  prompts: readonly SamplePrompt[];
  from: number;
  onChange: (from: number) => void;
}

/** Absent where all prompts fit. */
export const PromptPages = ({ prompts, from, onChange }: PromptPagesProps) => {
  const { t } = useTranslation();
  if (prompts.length <= PROMPTS_AT_ONCE) return null;
  return (
    <div className={styles.bar}>
      <Button disabled={from === 0} onClick={() => onChange(Math.max(0, from - PROMPTS_AT_ONCE))}>
        {t("experiments.wall.previous")}
      </Button>
      <span className={styles.quiet}>
        {t("experiments.wall.range", {
          from: from + 1,
          to: Math.min(prompts.length, from + PROMPTS_AT_ONCE),
          total: prompts.length,
        })}
      </span>
      <Button disabled={from + PROMPTS_AT_ONCE >= prompts.length} onClick={() => onChange(from + PROMPTS_AT_ONCE)}>
        {t("experiments.wall.next")}
      </Button>
    </div>
  );
};
