import type { MatrixRow } from "@dailies/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { WaitingApprovals } from "../../shared/approvals/waiting-approvals.tsx";
import { Page } from "../../ui/page.tsx";
import { defaultFlag, type FlagsPage, type FlagsRow, withDefaultFlag } from "./flags/default-flag.ts";
import { FlagsLegend } from "./flags/flags-legend.tsx";
import { useMaskColumn } from "./flags/mask-column.tsx";
import { MatrixWorkspace } from "./matrix/matrix-workspace.tsx";
import { toMatrixQuery, useMatrixFilters } from "./matrix/use-matrix-filters.ts";
import { flagsQuery, useChangeFlags } from "./permissions.queries.ts";

const REREAD_LIMIT = 50;

const useFlagsData = (page: FlagsPage | undefined) => {
  const { t } = useTranslation();
  const meaning = t("permissions.flags.defaultMeaning");
  return useMemo(
    () =>
      page && {
        rows: page.items.map(withDefaultFlag),
        total: page.total,
        codes: [defaultFlag(meaning, page), ...page.flags],
      },
    [page, meaning],
  );
};

/** Users × platform flags, with the resulting mask. */
export const Component = () => {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const filters = useMatrixFilters();
  const page = useQuery(flagsQuery(toMatrixQuery(filters.values)));
  const data = useFlagsData(page.data);
  const { mutateAsync } = useChangeFlags();
  const reread = async ({ id, username }: MatrixRow): Promise<FlagsRow | undefined> => {
    const query = flagsQuery({ q: username, limit: REREAD_LIMIT, offset: 0 });
    const { items } = await cache.fetchQuery({ ...query, staleTime: 0 });
    return items.map(withDefaultFlag).find((row) => row.id === id);
  };
  return (
    <Page isFilling title={t("screens.platformPermission.title")} about={t("permissions.flags.about")}>
      <WaitingApprovals kind="permission" />
      <FlagsLegend flags={data?.codes ?? []} />
      <MatrixWorkspace
        name={t("permissions.flags.name")}
        data={data}
        isLoading={page.isFetching}
        error={page.error}
        onRetry={() => void page.refetch()}
        filters={filters}
        mayChange
        extra={useMaskColumn(data?.codes)}
        save={mutateAsync}
        reread={reread}
      />
    </Page>
  );
};
