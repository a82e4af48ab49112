import { Button, Input } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import styles from "./judging.module.css";

interface AddRatersProps {
  onAdd: (usernames: string[]) => Promise<unknown>;
}

const namesIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean);

/** One name or a pasted list. Unknown names are rejected, and the input is kept. */
export const AddRaters = ({ onAdd }: AddRatersProps) => {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const names = namesIn(typed);
  const add = (): void => {
    setIsBusy(true);
    setError(undefined);
    onAdd(names)
      .then(() => setTyped(""), setError)
      .finally(() => setIsBusy(false));
  };
  return (
    <>
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          if (names.length > 0 && !isBusy) add();
        }}
      >
        <label htmlFor={id}>{t("leaderboards.raters.add")}</label>
        <Input
          id={id}
          className={styles.names}
          value={typed}
          autoComplete="off"
          placeholder={t("leaderboards.raters.placeholder")}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button
          htmlType="submit"
          disabled={names.length === 0}
          loading={isBusy}
          // With reduced motion antd leaves its hidden spinner behind, which adds "loading" to the accessible name.
          aria-label={t("leaderboards.raters.addAction")}
        >
          {t("leaderboards.raters.addAction")}
        </Button>
      </form>
      {error === undefined ? null : <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} />}
    </>
  );
};
