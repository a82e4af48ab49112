import type { LabelGroup } from "@dailies/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { labelGroupCalls } from "../../../lib/api/clients/labelling/label-groups.ts";
import { formatCount } from "../../../ui/format.ts";
import { useDebounced } from "../../../ui/use-debounced.ts";
import createStyles from "../create/create.module.css";

const SETTLE_MS = 250;

const groupsQuery = (words: string) =>
  queryOptions({
    queryKey: ["labelling", "groups", words],
    queryFn: ({ signal }) => labelGroupCalls.searchLabelGroups({ query: { q: words } }, { signal }),
    staleTime: 60_000,
    meta: { silent: true },
  });

interface GroupPickerProps {
  id: string;
  /** Codes of the chosen groups. */
  value: readonly string[];
  /** Chosen before, so that their names are known. */
  known?: readonly LabelGroup[];
  onChange: (codes: string[]) => void;
}

/** Chooses groups by a search on the server. Their members are looked up when they label. */
export const GroupPicker = ({ id, value, known = [], onChange }: GroupPickerProps) => {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const words = useDebounced(typed.trim(), SETTLE_MS);
  const { data, isFetching, error } = useQuery({ ...groupsQuery(words), enabled: isOpen || value.length > 0 });
  const found = data?.items ?? [];
  const groups = new Map([...known, ...found].map((group) => [group.code, group]));
  const members = ({ members: count }: LabelGroup): string =>
    t("labelling.groups.members", { count, shown: formatCount(count, i18n.language) });
  return (
    <Select<string[], { value: string; label: string; about: string }>
      id={id}
      mode="multiple"
      value={[...value]}
      loading={isFetching}
      placeholder={t("labelling.groups.placeholder")}
      filterOption={false}
      onOpenChange={setIsOpen}
      showSearch={{ searchValue: typed, onSearch: setTyped }}
      notFoundContent={t(error ? "labelling.groups.failed" : "labelling.groups.noneFound")}
      options={[...groups.values()]
        .filter(({ code }) => value.includes(code) || found.some((group) => group.code === code))
        .map((group) => ({ value: group.code, label: group.name, about: members(group) }))}
      optionRender={({ data: option }) => (
        <span className={createStyles.option}>
          <span>{option.label}</span>
          <span className={createStyles.quiet}>{option.about}</span>
        </span>
      )}
      onChange={(next) => {
        setTyped("");
        onChange(next);
      }}
    />
  );
};
