import { SearchOutlined } from "@ant-design/icons";
import type { EndUser } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../../lib/api/failure-text.ts";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { searchQuery } from "../credits.queries.ts";
import { UserStatus } from "../user-status.tsx";
import "../../../ui/filters/search-box.css";
import styles from "./search.module.css";

interface UserSearchProps {
  /** The email address of the open user. */
  email: string;
  onOpen: (email: string) => void;
}

const NO_USERS: readonly EndUser[] = [];
const REST_MS = 200;

/** A combobox. Search terms are not stored anywhere. */
export const UserSearch = ({ email, onOpen }: UserSearchProps) => {
  const { t } = useTranslation();
  const listId = useId();
  const box = useSearchBox(email, onOpen);
  const optionId = (index: number): string => `${listId}-${index}`;
  return (
    <div className={styles.search}>
      <SearchOutlined aria-hidden="true" className="ds-search-icon" />
      <input
        type="text"
        role="combobox"
        data-search-box=""
        className="ds-search-input"
        aria-label={t("credits.search.label")}
        placeholder={t("credits.search.label")}
        aria-expanded={box.isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={box.isOpen && box.active >= 0 ? optionId(box.active) : undefined}
        autoComplete="off"
        spellCheck={false}
        value={box.typed}
        onChange={(event) => box.type(event.target.value)}
        onKeyDown={box.press}
        onBlur={box.close}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={t("credits.search.found")}
        className={styles.list}
        hidden={!box.isOpen}
      >
        {box.users.map((user, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the input holds the focus and uses aria-activedescendant.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of its list.
          <div
            key={user.email}
            id={optionId(index)}
            role="option"
            aria-selected={index === box.active}
            className={styles.option}
            // Prevents the blur of the input, which would close the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => box.choose(user.email)}
          >
            <span className={styles.address}>{user.email}</span>
            <span className={styles.name}>{user.name}</span>
            {user.status === "active" ? null : <UserStatus status={user.status} />}
          </div>
        ))}
      </div>
      <Note box={box} />
    </div>
  );
};

/** "No results" or the search error, shown in place of the list. */
const Note = ({ box }: { box: ReturnType<typeof useSearchBox> }) => {
  const { t } = useTranslation();
  const words = box.error ? failureText(box.error, t) : t("credits.search.none");
  return (
    <p role="status" className={styles.note} hidden={!box.hasNote}>
      {box.hasNote ? words : ""}
    </p>
  );
};

const useSearchBox = (email: string, onOpen: (email: string) => void) => {
  const [typed, setTyped] = useState(email);
  const [seen, setSeen] = useState(email);
  const [isWanted, setIsWanted] = useState(false);
  const [chosen, setActive] = useState(-1);
  // The URL changed elsewhere (Back, a link): it overrides the typed text.
  if (email !== seen) {
    setSeen(email);
    setTyped(email);
  }
  const words = typed.trim();
  const rested = useDebounced(words, REST_MS);
  const found = useQuery({ ...searchQuery(rested), enabled: isWanted && rested !== "" });
  const isCurrent = isWanted && words !== "" && rested === words && !found.isPlaceholderData;
  const users = (isWanted && words !== "" && found.data?.items) || NO_USERS;
  const active = Math.min(chosen, users.length - 1);
  const close = (): void => setIsWanted(false);
  const choose = (address: string): void => {
    close();
    setTyped(address);
    if (address !== "") onOpen(address);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setIsWanted(true);
      if (users.length > 0) setActive((active + step + users.length) % users.length);
    } else if (event.key === "Enter") choose(users[active]?.email ?? words);
    else if (event.key === "Escape" && isWanted) {
      event.stopPropagation();
      close();
    }
  };
  const type = (text: string): void => {
    setTyped(text);
    setActive(-1);
    setIsWanted(true);
  };
  const hasNote = isCurrent && (found.isError || (found.isSuccess && users.length === 0));
  return { typed, users, active, isOpen: users.length > 0, error: found.error, hasNote, type, press, close, choose };
};
