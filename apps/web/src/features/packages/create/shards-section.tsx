import {
  MAX_SHARD_BYTES,
  MIN_SHARD_BYTES,
  PACKAGE_COMPRESSIONS,
  PACKAGE_FORMATS,
  PACKAGE_ORDERS,
  type PackageCompression,
  type PackageFormat,
  type PackageOrder,
} from "@dailies/contract";
import { Button, Checkbox, InputNumber, Radio, Select, Space } from "antd";
import { useTranslation } from "react-i18next";
import { FormField } from "../../../ui/form/form-field.tsx";
import styles from "./create.module.css";
import { canCompress } from "./package-draft.ts";
import type { SectionProps } from "./section-props.ts";

const MIB = 1024 ** 2;
const MAX_SEED = 2_147_483_647;

/** The files: their format, size, compression and the order of the samples. */
export const ShardsSection = ({ draft, onChange }: SectionProps) => {
  const { t } = useTranslation();
  return (
    <>
      <FormField label={t("packages.list.format")} help={t(`packages.formats.${draft.format}`)}>
        {(id) => (
          <Radio.Group
            id={id}
            optionType="button"
            aria-label={t("packages.list.format")}
            value={draft.format}
            options={PACKAGE_FORMATS.map((value) => ({ value, label: value }))}
            onChange={({ target }) => onChange({ format: target.value as PackageFormat })}
          />
        )}
      </FormField>
      <div className={styles.pair}>
        <FormField label={t("packages.create.shardSize")} help={t("packages.create.shardSizeHelp")}>
          {(id) => (
            <InputNumber<number>
              id={id}
              className={styles.number}
              min={MIN_SHARD_BYTES / MIB}
              max={MAX_SHARD_BYTES / MIB}
              precision={0}
              value={draft.shardMib}
              onChange={(shardMib) => onChange({ shardMib })}
            />
          )}
        </FormField>
        <FormField
          label={t("packages.create.compression")}
          help={t(`packages.create.${canCompress(draft.format) ? "compressionHelp" : "noCompression"}`)}
        >
          {(id) => (
            <Select<PackageCompression>
              id={id}
              disabled={!canCompress(draft.format)}
              value={canCompress(draft.format) ? draft.compression : "none"}
              options={PACKAGE_COMPRESSIONS.map((value) => ({ value, label: t(`packages.compressions.${value}`) }))}
              onChange={(compression) => onChange({ compression })}
            />
          )}
        </FormField>
      </div>
      <div className={styles.pair}>
        <FormField label={t("packages.create.order")} help={t(`packages.orderHelp.${draft.order}`)}>
          {(id) => (
            <Select<PackageOrder>
              id={id}
              value={draft.order}
              options={PACKAGE_ORDERS.map((value) => ({ value, label: t(`packages.orders.${value}`) }))}
              onChange={(order) => onChange({ order })}
            />
          )}
        </FormField>
        {draft.order === "view" ? null : <Seed seed={draft.seed} onChange={(seed) => onChange({ seed })} />}
      </div>
    </>
  );
};

const Seed = ({ seed, onChange }: { seed: number | null; onChange: (seed: number | null) => void }) => {
  const { t } = useTranslation();
  return (
    <FormField label={t("packages.list.seed")} help={t("packages.create.seedHelp")}>
      {(id) => (
        <Space.Compact>
          <InputNumber<number> id={id} min={0} max={MAX_SEED} precision={0} value={seed} onChange={onChange} />
          <Button onClick={() => onChange(Math.floor(Math.random() * MAX_SEED))}>{t("packages.create.newSeed")}</Button>
        </Space.Compact>
      )}
    </FormField>
  );
};

/** Which items of the view are not packed. */
export const LeaveOutSection = ({ draft, onChange }: SectionProps) => {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.quiet}>{t("packages.create.leaveOutHelp")}</p>
      <Checkbox checked={draft.noCaption} onChange={({ target }) => onChange({ noCaption: target.checked })}>
        {t("packages.create.noCaption")}
      </Checkbox>
      <div className={styles.pair}>
        <FormField label={t("packages.create.shorter")}>
          {(id) => (
            <InputNumber<number>
              id={id}
              className={styles.number}
              min={0}
              max={86_400}
              value={draft.shorterThanS}
              onChange={(shorterThanS) => onChange({ shorterThanS })}
            />
          )}
        </FormField>
        <FormField label={t("packages.create.smaller")}>
          {(id) => (
            <InputNumber<number>
              id={id}
              className={styles.number}
              min={0}
              max={16_384}
              precision={0}
              value={draft.smallerThanPx}
              onChange={(smallerThanPx) => onChange({ smallerThanPx })}
            />
          )}
        </FormField>
      </div>
    </>
  );
};
