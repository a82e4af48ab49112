import { Button } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { PersonPicker } from "../../../shared/person-picker/person-picker.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import styles from "./judging.module.css";

interface AddRatersProps {
  onAdd: (usernames: string[]) => Promise<unknown>;
}

/** People found by search, or a pasted list of usernames. */
export const AddRaters = ({ onAdd }: AddRatersProps) => {
  const { t } = useTranslation();
  const id = useId();
  const [names, setNames] = useState<string[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const add = (): void => {
    setIsBusy(true);
    setError(undefined);
    onAdd(names)
      .then(() => setNames([]), setError)
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
        <PersonPicker id={id} className={styles.names} value={names} onChange={setNames} />
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
