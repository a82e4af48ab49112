import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { PATHS } from "../../../lib/paths.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { BackLink } from "../back-link.tsx";
import styles from "../dimensions.module.css";
import { setQuery } from "../dimensions.queries.ts";
import { type EditorAddress, NEW } from "../use-editor-address.ts";
import { SetWorkspace } from "./set-workspace.tsx";

interface SetEditorProps {
  id: string;
  address: EditorAddress;
}

/** One set in the editor, or why it cannot be shown. */
export const SetEditor = ({ id, address }: SetEditorProps) => {
  const { t } = useTranslation();
  const isNew = id === NEW;
  const query = useQuery({ ...setQuery(id, address.version), enabled: !isNew });
  if (isNew) return <SetWorkspace saved={undefined} address={address} />;
  if (query.data) return <SetWorkspace saved={query.data} address={address} />;
  return (
    <div className={styles.screen}>
      <BackLink to={PATHS.dimensionSetEditor}>{t("dimensions.backToSets")}</BackLink>
      {query.error ? (
        <ErrorPanel title={t("dimensions.set.failed")} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton rows={10} />
      )}
    </div>
  );
};
