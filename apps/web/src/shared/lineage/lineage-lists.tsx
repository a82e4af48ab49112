import type { LineageDirection, LineageGroup, LineageObject, LineageSide } from "@dailies/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { formatCount } from "../../ui/format.ts";
import { Time } from "../../ui/time.tsx";
import styles from "./lineage.module.css";
import { type LineageRef, lineageListQuery } from "./lineage.queries.ts";
import { ObjectLink } from "./object-link.tsx";

interface LineageListProps {
  of: LineageRef;
  direction: LineageDirection;
  side: LineageSide;
  onOpen: () => void;
}

/** Everything in one direction, by kind. */
export const LineageList = ({ of, direction, side, onOpen }: LineageListProps) => {
  const { t, i18n } = useTranslation();
  const isEmpty = side.groups.length === 0 && side.hidden === 0;
  return (
    <section className={styles.list} aria-label={t(`lineage.${direction}`)}>
      <h3>{t(`lineage.${direction}`)}</h3>
      {side.groups.map((group) => (
        <Group key={group.kind} of={of} direction={direction} group={group} onOpen={onOpen} />
      ))}
      {side.hidden > 0 ? (
        <p className={styles.quiet}>
          {t("lineage.hidden", { count: side.hidden, shown: formatCount(side.hidden, i18n.language) })}
        </p>
      ) : null}
      {isEmpty ? (
        <p className={styles.quiet}>{t(direction === "sources" ? "lineage.noSources" : "lineage.noUses")}</p>
      ) : null}
    </section>
  );
};

interface GroupProps extends Omit<LineageListProps, "side"> {
  group: LineageGroup;
}

const Group = ({ of, direction, group, onOpen }: GroupProps) => {
  const { t, i18n } = useTranslation();
  const [isWhole, setIsWhole] = useState(false);
  const listed = useInfiniteQuery({ ...lineageListQuery(of, direction, group.kind), enabled: isWhole });
  const items = listed.data?.pages.flatMap((page) => page.items) ?? group.items;
  const total = formatCount(group.total, i18n.language);
  const hasMore = listed.data ? listed.hasNextPage : group.total > group.items.length;
  const kind = t(`lineage.kind.${group.kind}`);
  return (
    <div className={styles.group}>
      <h4>
        {kind} <span className={styles.quiet}>{group.is_capped ? t("lineage.atLeast", { shown: total }) : total}</span>
      </h4>
      <ul>
        {items.map((object: LineageObject) => (
          <li key={`${object.id} ${object.version}`}>
            <span className={styles.name}>
              <ObjectLink object={object} onOpen={onOpen} />
            </span>
            <span className={styles.quiet}>
              <Time at={object.made_at} />
            </span>
          </li>
        ))}
      </ul>
      {listed.error ? <ErrorPanel isCompact error={listed.error} onRetry={() => void listed.refetch()} /> : null}
      {hasMore ? (
        <Button
          size="small"
          // With reduced motion antd leaves its hidden spinner behind, which adds "loading" to the accessible name.
          aria-label={t("lineage.showMore", { kind })}
          loading={listed.isFetching}
          onClick={() => (isWhole ? void listed.fetchNextPage() : setIsWhole(true))}
        >
          {t("lineage.showMore", { kind })}
        </Button>
      ) : null}
    </div>
  );
};
