import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { referencesQuery } from "../assets.queries.ts";
import styles from "./detail.module.css";

/** Lists where an asset is used, that is, what breaks if it is deleted. */
export const ReferencesPanel = ({ id }: { id: string }) => {
  const { t, i18n } = useTranslation();
  const { data, error, refetch, isFetching } = useQuery(referencesQuery(id));
  if (error && !data) {
    return <ErrorPanel isCompact error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton rows={2} />;
  if (data.items.length === 0) return <p className={styles.note}>{t("assets.detail.unused")}</p>;
  const more = data.total - data.items.length;
  return (
    <ul className={styles.list}>
      {data.items.map(({ kind, ref_id, label }) => (
        <li key={`${kind}/${ref_id}`} className={styles.reference}>
          <span className={styles.referenceKind}>{kind.replaceAll("_", " ")}</span>
          <span>{label}</span>
        </li>
      ))}
      {more > 0 ? (
        <li className={styles.note}>{t("assets.detail.moreUses", { shown: formatCount(more, i18n.language) })}</li>
      ) : null}
    </ul>
  );
};
