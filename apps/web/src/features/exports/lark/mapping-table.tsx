import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import styles from "../exports.module.css";
import { fitting, type MappingLine } from "./mapping.rules.ts";
import type { LarkTargetState } from "./use-lark-target.ts";

const LEFT_OUT = " ";

/** Maps our columns to Lark columns, and marks incompatible types. */
export const MappingTable = ({ target }: { target: LarkTargetState }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.mappingFrame}>
      <table className={styles.mapping}>
        <caption className={styles.caption}>{t("exports.mapping.title")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("exports.mapping.ours")}</th>
            <th scope="col">{t("exports.mapping.kind")}</th>
            <th scope="col">{t("exports.mapping.theirs")}</th>
            <th scope="col">{t("exports.mapping.check")}</th>
          </tr>
        </thead>
        <tbody>
          {target.lines.map((line) => (
            <MappingRow key={line.column.key} line={line} target={target} />
          ))}
        </tbody>
      </table>
    </div>
  );
};

const MappingRow = ({ line, target }: { line: MappingLine; target: LarkTargetState }) => {
  const { t } = useTranslation();
  const { column } = line;
  const names = [...new Set([...fitting(column, target.table), column.name])];
  return (
    <tr>
      <th scope="row">{column.name}</th>
      <td>{t(`exports.kind.${column.type}`)}</td>
      <td>
        <Select
          className={styles.mappingSelect ?? ""}
          size="small"
          aria-label={t("exports.mapping.target", { column: column.name })}
          showSearch
          value={line.target ?? LEFT_OUT}
          options={[
            { value: LEFT_OUT, label: t("exports.mapping.leftOut") },
            ...names.map((value) => ({ value, label: value })),
          ]}
          onChange={(value: string) => target.map(column.key, value === LEFT_OUT ? null : value)}
        />
      </td>
      <td>
        <MappingCheck line={line} />
      </td>
    </tr>
  );
};

const MappingCheck = ({ line: { target, there, fault } }: { line: MappingLine }) => {
  const { t } = useTranslation();
  if (target === null) return <span className={styles.quiet}>{t("exports.mapping.notSent")}</span>;
  if (fault === "twice") return <StatusTag tone="error">{t("exports.mapping.twice")}</StatusTag>;
  if (fault === "type" && there !== undefined)
    return <StatusTag tone="error">{t("exports.mapping.wrong", { kind: t(`exports.fieldType.${there}`) })}</StatusTag>;
  if (there === undefined) return <StatusTag tone="info">{t("exports.mapping.new")}</StatusTag>;
  return <StatusTag tone="success">{t("exports.mapping.fits")}</StatusTag>;
};
