import { isPermissionCode, type PermissionItem } from "@dailies/contract";
import { queryOptions } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { permissionsCalls } from "../lib/api/clients/permissions.ts";

/** Every permission code; requires read access to users or permissions. */
export const permissionCodesQuery = queryOptions({
  queryKey: ["permissions", "codes"],
  queryFn: (context) => permissionsCalls.listPermissions({}, context),
});

/** The name of a code. The console's own codes are translated, others keep the name they were given. */
export const usePermissionName = (): ((code: Pick<PermissionItem, "key" | "name">) => string) => {
  const { t, i18n } = useTranslation();
  return ({ key, name }) =>
    i18n.language !== "en" && isPermissionCode(key) ? t(`shared.permissions.names.${key}`) : name;
};

const GROUPS = ["Console", "People", "Platform"] as const;

interface PermissionTexts {
  nameOf: (code: Pick<PermissionItem, "key" | "name">) => string;
  descriptionOf: (code: PermissionItem) => string;
  groupOf: (group: string) => string;
}

/**
 * The texts of codes and groups. Those the console came with are translated; a description that somebody changed is shown
 * as they wrote it. The screens that use it load the strings `permissionTexts`.
 */
export const usePermissionTexts = (): PermissionTexts => {
  const { t, i18n } = useTranslation();
  const isEnglish = i18n.language === "en";
  return {
    nameOf: usePermissionName(),
    descriptionOf: ({ key, description, version }) =>
      isEnglish || version > 1 || !isPermissionCode(key) ? description : t(`permissionTexts.descriptions.${key}`),
    groupOf: (group) => {
      const known = GROUPS.find((name) => name === group);
      return known === undefined ? group : t(`permissionTexts.groups.${known}`);
    },
  };
};

export interface PermissionGroup {
  group: string;
  codes: PermissionItem[];
}

/** In server order, each group at the position of its first code. */
export const groupPermissions = (codes: readonly PermissionItem[]): PermissionGroup[] => {
  const groups = new Map<string, PermissionItem[]>();
  for (const code of codes) groups.set(code.group, [...(groups.get(code.group) ?? []), code]);
  return [...groups].map(([group, members]) => ({ group, codes: members }));
};
