import type { PersonItem } from "@dailies/contract";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { tasksCalls } from "../../lib/api/clients/tasks.ts";
import { useDebounced } from "../../ui/use-debounced.ts";
import styles from "./person-picker.module.css";

const SETTLE_MS = 250;
const MAX_PASTED = 50;

const peopleQuery = (words: string) =>
  queryOptions({
    queryKey: ["people", words],
    queryFn: ({ signal }) => tasksCalls.searchPeople({ query: { q: words } }, { signal }),
    staleTime: 60_000,
    meta: { silent: true },
  });

/** A pasted list of usernames. A single name may contain spaces, so they do not separate. */
const namesIn = (typed: string): string[] =>
  typed
    .split(/[,;\n]+/)
    .map((name) => name.trim())
    .filter((name) => name !== "");

interface PersonPickerProps {
  id?: string;
  /** Usernames; a form field injects the value. */
  value?: readonly string[];
  onChange?: (usernames: string[]) => void;
  /** Replaces the label of a surrounding form field. */
  label?: string;
  placeholder?: string;
  className?: string;
}

/** Chooses people by a search on the server. A pasted list of usernames adds all that exist. */
export const PersonPicker = ({ id, value = [], onChange, label, placeholder, className }: PersonPickerProps) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const words = useDebounced(typed.trim(), SETTLE_MS);
  const { data, isFetching, error } = useQuery({ ...peopleQuery(words), enabled: isOpen });
  const addPasted = useAddPasted(value, onChange);
  const items = data?.items ?? [];
  return (
    <Select<string[], { value: string; label: string; person: PersonItem }>
      id={id}
      mode="multiple"
      className={className}
      aria-label={label}
      placeholder={placeholder ?? t("shared.people.placeholder")}
      value={[...value]}
      loading={isFetching}
      filterOption={false}
      onOpenChange={setIsOpen}
      showSearch={{
        searchValue: typed,
        onSearch: (text) => {
          if (namesIn(text).length < 2) setTyped(text);
          else void addPasted(text).then(setTyped);
        },
      }}
      notFoundContent={t(error ? "shared.people.failed" : "shared.people.noneFound")}
      options={items.map((person) => ({ value: person.username, label: person.username, person }))}
      optionRender={({ data: option }) => <PersonLine person={option.person} />}
      onChange={(next) => {
        setTyped("");
        onChange?.(next);
      }}
    />
  );
};

/** Returns the names that nobody has, which stay in the input. */
const useAddPasted = (value: readonly string[], onChange: PersonPickerProps["onChange"]) => {
  const cache = useQueryClient();
  return async (text: string): Promise<string> => {
    const names = namesIn(text).slice(0, MAX_PASTED);
    const found = await Promise.all(
      names.map(async (name) => {
        const { items } = await cache.fetchQuery(peopleQuery(name));
        return items.find(({ username }) => username.toLowerCase() === name.toLowerCase())?.username;
      }),
    );
    onChange?.([...new Set([...value, ...found.filter((name) => name !== undefined)])]);
    return names.filter((_, index) => found[index] === undefined).join(", ");
  };
};

const PersonLine = ({ person }: { person: PersonItem }) => {
  const { t } = useTranslation();
  return (
    <span className={styles.line}>
      <span className={styles.name}>{person.realname}</span>
      <span className={styles.about}>
        {person.username}
        {person.is_external ? ` · ${t("shared.people.external")}` : ""}
      </span>
    </span>
  );
};
