import { AUDIT_STATUSES, FAVORITE_TYPES } from "@dailies/contract";
import { PLATFORM_ACCESS } from "@dailies/contract/platform-access";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../lib/session.ts";
import { RangeBar } from "../../../shared/time-span/range-bar.tsx";
import { FilterBar } from "../../../ui/filters/filter-bar.tsx";
import { type WallFilters as Filters, rangeOf } from "../content-address.ts";
import { UserChip } from "./user-chip.tsx";
import styles from "./wall.module.css";

interface WallFiltersProps {
  filters: Filters;
  sources: readonly string[];
}

/** The filters of the wall, all kept in the URL. */
export const WallFilters = ({ filters, sources }: WallFiltersProps) => {
  const { t } = useTranslation();
  const canFindUsers = useCan()(PLATFORM_ACCESS.endUsers);
  return (
    <div className={styles.filters}>
      <div className={styles.chips}>
        {canFindUsers || filters.values.user !== undefined ? (
          <UserChip email={filters.values.user} onChange={(user) => filters.set({ user })} />
        ) : null}
        <FilterBar
          filters={filters}
          fields={[
            {
              key: "audit_status",
              label: t("content.filter.audit"),
              options: AUDIT_STATUSES.map((value) => ({ value, label: t(`content.audit.${value}`) })),
            },
            {
              key: "assets_type",
              label: t("content.filter.type"),
              options: FAVORITE_TYPES.map((value) => ({ value, label: t(`content.type.${value}`) })),
            },
            {
              key: "source",
              label: t("content.filter.source"),
              options: sources.map((value) => ({ value, label: value })),
            },
          ]}
        />
      </div>
      <RangeBar
        range={rangeOf(filters)}
        onChange={({ days, start, end }) => filters.set({ days: days && String(days), start, end })}
      />
    </div>
  );
};
