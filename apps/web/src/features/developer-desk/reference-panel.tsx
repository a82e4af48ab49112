import { type Access, contract } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { SearchBox } from "../../ui/filters/search-box.tsx";
import styles from "./desk.module.css";
import { accessWords, matching, type ReferenceLine, referenceLines } from "./reference-lines.ts";

const lines = referenceLines(contract);

const AccessWords = ({ access }: { access: Access }) => {
  const { t } = useTranslation();
  const isPlain = access === "public" || access === "signed-in" || access === "internal";
  return (
    <span className={styles.access}>
      {isPlain ? t(`desk.reference.access.${access}`) : accessWords(access).join(t("desk.reference.or"))}
    </span>
  );
};

const ReferenceRow = ({ line: { name, route, takes } }: { line: ReferenceLine }) => {
  const { t } = useTranslation();
  return (
    <li className={styles.call}>
      <span className={styles.method} data-method={route.method}>
        {route.method}
      </span>
      <div className={styles.callBody}>
        <code className={styles.path}>{route.path}</code>
        <span>{route.summary}</span>
        {takes.length > 0 && (
          <span className={styles.takes}>
            {t("desk.reference.takes")} <span className="ds-mono">{takes.join(", ")}</span>
          </span>
        )}
      </div>
      <div className={styles.callEnd}>
        <AccessWords access={route.access} />
        <code className={styles.callName}>{name}</code>
      </div>
    </li>
  );
};

/** Every route of the contract in this build; generated from the contract, so it cannot go stale. */
export const ReferencePanel = () => {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const shown = matching(lines, search);
  return (
    <div className={styles.card}>
      <div className={styles.bar}>
        <SearchBox label={t("desk.reference.search")} value={search} onChange={setSearch} />
        <span className={styles.none} role="status">
          {t("desk.reference.count", { count: shown.length })}
        </span>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title={t("desk.reference.nothing")}
          picture="lens"
          action={<Button onClick={() => setSearch("")}>{t("desk.reference.clear")}</Button>}
        >
          {t("desk.reference.nothingHint")}
        </EmptyState>
      ) : (
        <ul className={styles.calls}>
          {shown.map((line) => (
            <ReferenceRow key={line.name} line={line} />
          ))}
        </ul>
      )}
    </div>
  );
};
