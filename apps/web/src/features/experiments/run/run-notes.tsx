import type { ExperimentRunDetail } from "@dailies/contract";
import { Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAnnotateRun } from "../experiments.queries.ts";
import styles from "./run.module.css";

/** What people write about a run. Somebody else's change in between is never overwritten. */
export const RunNotes = ({ run }: { run: ExperimentRunDetail }) => {
  const { t } = useTranslation();
  const [notes, setNotes] = useState(run.notes);
  const save = useAnnotateRun(run.id);
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ expect_revision: run.revision, notes });
      }}
    >
      <label htmlFor="experiment-run-notes">{t("experiments.run.notesLabel")}</label>
      <Input.TextArea
        id="experiment-run-notes"
        className={styles.notes ?? ""}
        rows={10}
        maxLength={20_000}
        value={notes}
        onChange={({ target }) => setNotes(target.value)}
      />
      <div className={styles.bar}>
        <Button type="primary" htmlType="submit" loading={save.isPending} disabled={notes === run.notes}>
          {t("experiments.run.saveNotes")}
        </Button>
      </div>
    </form>
  );
};
