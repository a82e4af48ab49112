import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import styles from "../dimensions.module.css";
import { dimensionQuery } from "../dimensions.queries.ts";
import { indexOf } from "../editor/set-draft.ts";
import { NEW } from "../use-editor-address.ts";
import { EntryFields } from "./entry-fields.tsx";
import { QuestionEditor } from "./question-editor.tsx";
import type { QuestionPanelProps } from "./question-panel-props.ts";

/** The selected dimension: its settings in this set, and its question. */
export const QuestionPanel = (props: QuestionPanelProps) => {
  const { t } = useTranslation();
  const { draft, address, isSetReadOnly } = props;
  const id = address.dimensionId;
  const isNew = id === NEW;
  const query = useQuery({ ...dimensionQuery(id ?? ""), enabled: id !== undefined && !isNew });
  const entry = id === undefined ? undefined : draft.items[indexOf(draft, id)];
  return (
    <aside className={styles.panel} aria-label={t("dimensions.question.title")}>
      {id === undefined ? <p className={`${styles.card} ${styles.quiet}`}>{t("dimensions.question.none")}</p> : null}
      {entry ? (
        <EntryFields
          entry={entry}
          newest={query.data}
          draft={draft}
          isReadOnly={isSetReadOnly}
          onChange={props.onChangeSet}
        />
      ) : null}
      {isNew ? <QuestionEditor {...props} saved={undefined} /> : null}
      {query.data ? <QuestionEditor {...props} saved={query.data} /> : null}
      {query.error ? (
        <ErrorPanel
          isCompact
          title={t("dimensions.question.failed")}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {query.isLoading ? <Skeleton rows={8} /> : null}
    </aside>
  );
};
