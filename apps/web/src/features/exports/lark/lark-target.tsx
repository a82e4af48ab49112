import { Button, Checkbox, Input, Segmented, Select } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import styles from "../exports.module.css";
import type { ExportColumn } from "../exports.queries.ts";
import { MappingTable } from "./mapping-table.tsx";
import { NewBase } from "./new-base.tsx";
import { type LarkTargetState, NEW_TABLE } from "./use-lark-target.ts";

interface LarkTargetProps {
  target: LarkTargetState;
  columns: readonly ExportColumn[];
  domain: string;
}

export const LarkTarget = ({ target, columns, domain }: LarkTargetProps) => {
  const { t } = useTranslation();
  const { base } = target;
  const [isNew, setIsNew] = useState(false);
  return (
    <div className={styles.fields}>
      <Segmented<string>
        aria-label={t("exports.lark.which")}
        value={isNew ? "new" : "existing"}
        options={[
          { value: "existing", label: t("exports.lark.existing") },
          { value: "new", label: t("exports.lark.newBase") },
        ]}
        onChange={(which) => setIsNew(which === "new")}
      />
      {isNew ? (
        <NewBase
          onMade={(made) => {
            target.adopt(made);
            setIsNew(false);
          }}
        />
      ) : (
        <ExistingBase target={target} domain={domain} />
      )}
      {base && !isNew ? <TableChoice target={target} /> : null}
      {base && !isNew && columns.length > 0 ? <MappingTable target={target} /> : null}
    </div>
  );
};

const ExistingBase = ({ target, domain }: Pick<LarkTargetProps, "target" | "domain">) => {
  const { t } = useTranslation();
  const { link, setLink, lookUp, isLooking, lookFault } = target;
  const id = useId();
  return (
    <>
      <div className={styles.field}>
        <label htmlFor={id}>{t("exports.lark.link")}</label>
        <div className={styles.line}>
          <Input
            id={id}
            value={link}
            maxLength={1_000}
            placeholder="https://example.feishu.cn/base/…"
            onChange={(event) => setLink(event.target.value)}
            onPressEnter={lookUp}
          />
          <Button
            loading={isLooking}
            disabled={link.trim() === ""}
            aria-label={t("exports.lark.lookUp")}
            onClick={lookUp}
          >
            {t("exports.lark.lookUp")}
          </Button>
        </div>
        <p className={styles.hint}>{t("exports.lark.linkHint", { domain })}</p>
      </div>
      {lookFault ? <ErrorPanel isCompact title={t("exports.lark.notFound")} error={lookFault} /> : null}
    </>
  );
};

const TableChoice = ({ target }: { target: LarkTargetState }) => {
  const { t } = useTranslation();
  const { base, tableId, setTableId, tableName, setTableName, table, updatesInPlace, setUpdatesInPlace } = target;
  const ids = { table: useId(), name: useId() };
  return (
    <>
      <div className={styles.field}>
        <label htmlFor={ids.table}>{t("exports.lark.table", { base: base?.name ?? "" })}</label>
        <Select
          id={ids.table}
          className={styles.narrow ?? ""}
          value={tableId}
          options={[
            { value: NEW_TABLE, label: t("exports.lark.newTable") },
            ...(base?.tables.map(({ id, name }) => ({ value: id, label: name })) ?? []),
          ]}
          onChange={setTableId}
        />
      </div>
      {table ? (
        <Checkbox checked={updatesInPlace} onChange={(event) => setUpdatesInPlace(event.target.checked)}>
          {t("exports.lark.inPlace")}
        </Checkbox>
      ) : (
        <div className={styles.field}>
          <label htmlFor={ids.name}>{t("exports.lark.tableName")}</label>
          <Input
            id={ids.name}
            className={styles.narrow ?? ""}
            value={tableName}
            maxLength={100}
            onChange={(event) => setTableName(event.target.value)}
          />
        </div>
      )}
    </>
  );
};
