import { allOf } from "@dailies/contract/predicates/predicate-compose";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { BucketTable } from "../../../../shared/bucket-table/bucket-table.tsx";
import { ErrorPanel } from "../../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../../ui/format.ts";
import { bucketsQuery } from "../items.queries.ts";
import { PartialNote } from "../list/partial-note.tsx";
import { useBrowser } from "../url-state/browser-context.ts";
import styles from "./buckets.module.css";

/** Distribution of the selected items over the buckets that trainers batch by; clicking a bucket filters by it. */
export const BucketMatrix = () => {
  const { t, i18n } = useTranslation();
  const { dataset, version, filter, urlState } = useBrowser();
  const choice = { where: filter.where, q: urlState.values.q };
  const { data, error, refetch } = useQuery({
    ...bucketsQuery({ id: dataset.id, version }, choice),
    enabled: !filter.fault,
  });
  if (error)
    return (
      <ErrorPanel isCompact title={t("datasetItems.buckets.failed")} error={error} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton rows={4} />;
  if (data.buckets.length === 0 && !data.partial)
    return <p className={styles.hint}>{t("datasetItems.buckets.empty")}</p>;
  return (
    <section className={styles.matrix} aria-label={t("datasetItems.buckets.name")}>
      <PartialNote of={data} />
      <BucketTable
        buckets={data.buckets}
        about={t("datasetItems.buckets.about")}
        resolution={t("datasetItems.buckets.resolution")}
        aspect={t("datasetItems.buckets.aspect")}
        nameOf={({ resolution, aspect, frames, items }) =>
          t("datasetItems.buckets.choose", { resolution, aspect, frames, shown: formatCount(items, i18n.language) })
        }
        onChoose={({ filters }) => filter.set(allOf(filter.predicate, ...filters))}
      />
    </section>
  );
};
