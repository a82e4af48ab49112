import { parsePredicate } from "@dailies/contract/predicates/predicate-parse";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../../ui/feedback/error-panel.tsx";
import { formatCount } from "../../../../ui/format.ts";
import { without } from "../filter/predicate-parts.ts";
import { explainQuery } from "../items.queries.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import { chosenAnew, NO_FILTER } from "../url-state/item-url-state.ts";
import styles from "./list.module.css";

/** Empty state: names the condition that removes most items, with a button to drop it. */
export const NoMatch = () => {
  const { t } = useTranslation();
  const { filter, urlState } = useBrowser();
  const isFiltered = filter.predicate !== undefined || urlState.values.q !== "";
  if (!isFiltered)
    return <EmptyState title={t("datasetItems.empty.set")}>{t("datasetItems.empty.setHint")}</EmptyState>;
  return (
    <EmptyState
      picture="lens"
      title={t("datasetItems.empty.filter")}
      action={
        <div className={styles.ways}>
          <Removals />
          <Button onClick={() => urlState.set(NO_FILTER)}>{t("ui.filter.clear")}</Button>
        </div>
      }
    >
      {t("datasetItems.empty.filterHint")}
    </EmptyState>
  );
};

interface Removal {
  readonly name: string;
  readonly isWords: boolean;
  readonly withoutIt: number;
  readonly alone: number;
  readonly remove: () => void;
}

const Removals = () => {
  const { t } = useTranslation();
  const { dataset, version, filter, urlState } = useBrowser();
  const { q } = urlState.values;
  const query = explainQuery({ id: dataset.id, version }, { where: filter.where, q });
  const { data, error, isFetching, refetch } = useQuery(query);
  if (error)
    return (
      <ErrorPanel
        isCompact
        title={t("datasetItems.empty.explainFailed")}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return null;
  const dropPart = (where: string): void => {
    const parsed = parsePredicate(where);
    if (parsed.ok && parsed.predicate) filter.set(without(filter.predicate, parsed.predicate));
  };
  const wayOf = ({ without_it: withoutIt, alone }: { without_it: number; alone: number }) => ({ withoutIt, alone });
  const parts = data.predicates.map(
    (part): Removal => ({ name: part.where, isWords: false, ...wayOf(part), remove: () => dropPart(part.where) }),
  );
  const dropWords = (): void => urlState.set(chosenAnew({ q: "" }));
  const words = data.words ? [{ name: q, isWords: true, ...wayOf(data.words), remove: dropWords }] : [];
  const ways = [...parts, ...words].sort((one, other) => other.withoutIt - one.withoutIt);
  return ways.map((way, at) => (
    <RemovalButton key={`${way.isWords} ${way.name}`} way={way} isBest={at === 0 && way.withoutIt > 0} />
  ));
};

const RemovalButton = ({ way, isBest }: { way: Removal; isBest: boolean }) => {
  const { t, i18n } = useTranslation();
  const { name, isWords, withoutIt, alone, remove } = way;
  return (
    <Button type={isBest ? "primary" : "default"} className={styles.way} onClick={remove}>
      <span>
        {t("datasetItems.empty.remove")} {isWords ? `${t("datasetItems.empty.words")} ` : null}
        <code>{name}</code>
      </span>
      <span className={`${styles.wayCount} ds-number`}>
        {t("datasetItems.empty.leaves", {
          count: withoutIt,
          shown: formatCount(withoutIt, i18n.language),
          alone: formatCount(alone, i18n.language),
        })}
      </span>
    </Button>
  );
};
