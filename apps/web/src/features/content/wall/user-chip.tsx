import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { FilterChip } from "../../../ui/filters/filter-chip.tsx";
import { SearchBox } from "../../../ui/filters/search-box.tsx";
import { endUsersQuery } from "../content.queries.ts";
import styles from "./wall.module.css";

interface UserChipProps {
  email: string | undefined;
  onChange: (email: string | undefined) => void;
}

/** The filter by end user, with autocomplete of the email address. */
export const UserChip = ({ email, onChange }: UserChipProps) => {
  const { t } = useTranslation();
  return (
    <FilterChip label={t("content.filter.user")} value={email} onRemove={() => onChange(undefined)}>
      {(close) => (
        <UserChoice
          onChoose={(chosen) => {
            onChange(chosen);
            close();
          }}
        />
      )}
    </FilterChip>
  );
};

const UserChoice = ({ onChoose }: { onChoose: (email: string) => void }) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const q = typed.trim();
  const found = useQuery(endUsersQuery(q));
  const users = q === "" ? [] : (found.data?.items ?? []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const [first] = users;
    if (first) onChoose(first.email);
  };
  const words = (): string => {
    if (q === "") return t("content.filter.userHint");
    if (found.error) return t("content.filter.userFailed");
    return found.isFetching || users.length > 0 ? "" : t("content.filter.userNone");
  };
  return (
    <form className={styles.users} onSubmit={submit}>
      <SearchBox label={t("content.filter.userSearch")} value={typed} onChange={setTyped} />
      <ul className={styles.userList}>
        {users.map(({ email, name }) => (
          <li key={email}>
            <button type="button" className={styles.userChoice} onClick={() => onChoose(email)}>
              <span>{email}</span>
              <span className={styles.userName}>{name}</span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className={styles.userHint}>
        {words()}
      </p>
    </form>
  );
};
