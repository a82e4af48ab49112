import { MAX_PACKAGE_COLUMNS, PACKAGE_MEDIA_SOURCE } from "@dailies/contract";
import { Checkbox, Input } from "antd";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { SearchBox } from "../../../ui/filters/search-box.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "./create.module.css";
import { freeName, nameFaults, type OfferedColumn } from "./package-draft.ts";
import type { SectionProps } from "./section-props.ts";

/** More columns than this are searched. */
const MAX_UNSEARCHED = 16;

/** Which values each sample has, and how they are called. */
export const ColumnsSection = ({ groups, columns, onChange, areFaultsShown }: SectionProps) => {
  const { t, i18n } = useTranslation();
  const [words, setWords] = useState("");
  const faults = nameFaults(columns);
  const chosen = Object.keys(columns).length;
  const total = groups.reduce((sum, group) => sum + group.columns.length, 0);
  const isShown = ({ source }: OfferedColumn): boolean => source.toLowerCase().includes(words.trim().toLowerCase());
  const toggle = (source: string, isChosen: boolean): void => {
    const { [source]: _before, ...rest } = columns;
    onChange({ columns: isChosen ? { ...columns, [source]: freeName(source, columns) } : rest });
  };
  return (
    <>
      {total > MAX_UNSEARCHED ? (
        <SearchBox label={t("packages.create.searchColumns")} value={words} onChange={setWords} />
      ) : null}
      <div className={styles.columns}>
        <table>
          <caption className="ds-visually-hidden">{t("packages.create.columns")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("packages.create.column")}</th>
              <th scope="col">{t("packages.create.type")}</th>
              <th scope="col">{t("packages.create.nameInPackage")}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ set, columns: group }) => (
              <Fragment key={set?.name ?? ""}>
                {set ? (
                  <tr>
                    <th scope="rowgroup" colSpan={3} className={styles.group}>
                      {t("packages.create.labelSet", { name: set.name, task: set.taskName })}
                    </th>
                  </tr>
                ) : null}
                {group.filter(isShown).map((column) => (
                  <ColumnRow
                    key={column.source}
                    column={column}
                    name={columns[column.source]}
                    fault={faults.get(column.source)}
                    canChoose={chosen < MAX_PACKAGE_COLUMNS}
                    onToggle={(isChosen) => toggle(column.source, isChosen)}
                    onRename={(name) => onChange({ columns: { ...columns, [column.source]: name } })}
                  />
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.quiet}>
        {t("packages.create.chosenColumns", { count: chosen, shown: formatCount(chosen, i18n.language) })}
      </p>
      {areFaultsShown && chosen === 0 ? (
        <ErrorPanel
          isCompact
          title={t("packages.create.missing.title")}
          error={new Error(t("packages.create.missing.columns"))}
        />
      ) : null}
    </>
  );
};

interface ColumnRowProps {
  column: OfferedColumn;
  name: string | undefined;
  fault: "pattern" | "twice" | undefined;
  canChoose: boolean;
  onToggle: (isChosen: boolean) => void;
  onRename: (name: string) => void;
}

const ColumnRow = ({ column, name, fault, canChoose, onToggle, onRename }: ColumnRowProps) => {
  const { t } = useTranslation();
  const { source, type, refusal } = column;
  const isClip = source === PACKAGE_MEDIA_SOURCE;
  return (
    <tr>
      <td>
        <Checkbox
          checked={name !== undefined}
          disabled={refusal !== undefined || (name === undefined && !canChoose)}
          onChange={({ target }) => onToggle(target.checked)}
        >
          {isClip ? t("packages.create.clip") : <code className="ds-mono">{source}</code>}
        </Checkbox>
      </td>
      <td className={styles.quiet}>{t(`packages.types.${isClip ? "clip" : type}`)}</td>
      <td>
        {refusal ? <span className={styles.quiet}>{t(`packages.create.refusals.${refusal}`)}</span> : null}
        {name === undefined ? null : (
          <>
            <Input
              size="small"
              className="ds-mono"
              aria-label={t("packages.create.nameOf", { column: isClip ? t("packages.create.clip") : source })}
              aria-invalid={fault !== undefined}
              maxLength={60}
              value={name}
              {...(fault && { status: "error" as const })}
              onChange={({ target }) => onRename(target.value)}
            />
            {fault ? (
              <span role="status" className={styles.fault}>
                {t(`packages.create.nameFaults.${fault}`)}
              </span>
            ) : null}
          </>
        )}
      </td>
    </tr>
  );
};
