import type { MatrixRow } from "@dailies/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { permissionCodesQuery } from "../../shared/permission-codes.ts";
import { MatrixWorkspace } from "./matrix/matrix-workspace.tsx";
import { toMatrixQuery, useMatrixFilters } from "./matrix/use-matrix-filters.ts";
import { matrixQuery, useChangePermissions } from "./permissions.queries.ts";

const REREAD_LIMIT = 50;

/** Users × all codes. */
export const PermissionMatrix = ({ mayChange }: { mayChange: boolean }) => {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const filters = useMatrixFilters();
  const people = useQuery(matrixQuery(toMatrixQuery(filters.values)));
  const codes = useQuery(permissionCodesQuery);
  const { mutateAsync } = useChangePermissions();
  const reread = async ({ id, username }: MatrixRow): Promise<MatrixRow | undefined> => {
    const query = matrixQuery({ q: username, limit: REREAD_LIMIT, offset: 0 });
    const { items } = await cache.fetchQuery({ ...query, staleTime: 0 });
    return items.find((row) => row.id === id);
  };
  return (
    <MatrixWorkspace
      name={t("permissions.matrix.name")}
      data={
        people.data && codes.data
          ? { rows: people.data.items, total: people.data.total, codes: codes.data.items }
          : undefined
      }
      isLoading={people.isFetching}
      error={people.error ?? codes.error}
      onRetry={() => void Promise.all([people.refetch(), codes.refetch()])}
      filters={filters}
      mayChange={mayChange}
      readOnlyNote={t("permissions.readOnly")}
      save={mutateAsync}
      reread={reread}
    />
  );
};
