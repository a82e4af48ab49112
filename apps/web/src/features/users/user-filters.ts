import { listUsersQuery, MAX_PAGE_SIZE, USER_SORTS } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import type { Sort } from "../../ui/data-table/types.ts";
import type { FilterField } from "../../ui/filters/filter-bar.tsx";
import { type UrlFilters, useUrlFilters } from "../../ui/filters/use-url-filters.ts";
import type { UsersQuery } from "./users.queries.ts";

const { q, user_role, status, password, perm } = listUsersQuery.shape;

const schema = z.object({
  q: q.default(""),
  user_role,
  status,
  password,
  perm: perm.default([]),
  sort: z.enum(USER_SORTS).optional(),
  order: z.enum(["asc", "desc"]).default("asc"),
  page: z.coerce.number().int().positive().default(1),
  page_size: z.coerce.number().int().positive().max(MAX_PAGE_SIZE).default(50),
});

export type UserFilterValues = z.output<typeof schema>;
export type UserFilters = UrlFilters<UserFilterValues>;

export const useUserFilters = (): UserFilters => useUrlFilters(schema);

export const toQuery = (values: UserFilterValues): UsersQuery => ({
  ...(values.q && { q: values.q }),
  user_role: values.user_role,
  status: values.status,
  password: values.password,
  ...(values.perm.length > 0 && { perm: values.perm }),
  sort: values.sort,
  order: values.order,
  limit: values.page_size,
  offset: (values.page - 1) * values.page_size,
});

export const sortOf = ({ sort, order }: UserFilterValues): Sort | undefined => sort && { key: sort, direction: order };

export const sortPatch = (sort: Sort | undefined): Partial<UserFilterValues> => ({
  sort: USER_SORTS.find((key) => key === sort?.key),
  order: sort?.direction ?? "asc",
});

const FILTERING = ["q", "user_role", "status", "password", "perm"];
export const isFiltered = ({ changed }: UserFilters): boolean => changed.some((key) => FILTERING.includes(key));

type Field = FilterField<keyof UserFilterValues & string>;

export const useUserFilterFields = (roles: readonly string[], codes: readonly { key: string }[]): Field[] => {
  const { t } = useTranslation();
  const asOption = (value: string) => ({ value, label: value });
  return [
    { key: "user_role", label: t("users.role"), options: roles.map(asOption) },
    {
      key: "status",
      label: t("users.status"),
      options: [
        { value: "enabled", label: t("users.enabled") },
        { value: "disabled", label: t("users.disabled") },
      ],
    },
    {
      key: "password",
      label: t("users.password"),
      options: [
        { value: "set", label: t("users.passwordSet") },
        { value: "missing", label: t("users.passwordMissing") },
      ],
    },
    { key: "perm", label: t("users.holds"), isMany: true, options: codes.map(({ key }) => asOption(key)) },
  ];
};
