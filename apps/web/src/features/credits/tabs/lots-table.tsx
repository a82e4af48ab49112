import type { CreditLot } from "@dailies/contract";
import { Button } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { localZone } from "../../../shared/time-span/zone.ts";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount, formatExact, formatMinute } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import styles from "../credits.module.css";

interface LotsTableProps {
  lots: readonly CreditLot[] | undefined;
  onVoid: ((lot: CreditLot) => void) | undefined;
}

const COLUMNS = ["lot", "left", "expires", "created", "reason"] as const;

/** The lots of the balance in the order they are consumed; spent and expired lots are collapsed. */
export const LotsTable = ({ lots, onVoid }: LotsTableProps) => {
  const { t } = useTranslation();
  const headingId = useId();
  const [isAll, setIsAll] = useState(false);
  const open = lots?.filter(({ remaining }) => remaining > 0) ?? [];
  const rest = (lots?.length ?? 0) - open.length;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {t("credits.lots.title")}
      </h2>
      <div className={styles.lots}>
        {lots === undefined ? <Skeleton rows={3} /> : null}
        {lots !== undefined && open.length === 0 && !isAll ? (
          <p className={styles.none}>{t("credits.lots.none")}</p>
        ) : null}
        {open.length > 0 || isAll ? <Rows lots={isAll ? (lots ?? []) : open} name={headingId} onVoid={onVoid} /> : null}
        {rest > 0 ? (
          <div className={styles.more}>
            <Button size="small" type="link" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
              {isAll ? t("credits.lots.hide") : t("credits.lots.more", { count: rest })}
            </Button>
          </div>
        ) : null}
      </div>
    </section>
  );
};

interface RowsProps {
  lots: readonly CreditLot[];
  name: string;
  onVoid: LotsTableProps["onVoid"];
}

const Rows = ({ lots, name, onVoid }: RowsProps) => {
  const { t } = useTranslation();
  return (
    <table aria-labelledby={name}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {t(`credits.lots.${column}`, { zone: localZone() })}
            </th>
          ))}
          <th scope="col">
            <span className="ds-visually-hidden">{t("credits.lots.act")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lots.map((lot) => (
          <LotRow key={lot.lot} lot={lot} onVoid={onVoid} />
        ))}
      </tbody>
    </table>
  );
};

const LotRow = ({ lot, onVoid }: { lot: CreditLot; onVoid: LotsTableProps["onVoid"] }) => {
  const { t } = useTranslation();
  const isFree = lot.remaining > lot.reserved;
  return (
    <tr>
      <th scope="row">
        #{lot.lot} <span className={styles.under}>{t(`credits.categories.${lot.category}`)}</span>
      </th>
      <td>
        <Remainder lot={lot} />
      </td>
      <td>
        <Expiry at={lot.expires_at} />
      </td>
      <td>
        <Time at={lot.created_at} /> <span className={styles.under}>{lot.actor}</span>
      </td>
      <td className={styles.why} title={lot.reason}>
        {lot.reason}
      </td>
      <td className={styles.number}>
        {isFree && onVoid ? (
          <Button
            danger
            size="small"
            aria-label={t("credits.void.openNamed", { lot: lot.lot })}
            onClick={() => onVoid(lot)}
          >
            {t("credits.void.open")}
          </Button>
        ) : null}
      </td>
    </tr>
  );
};

const Remainder = ({ lot }: { lot: CreditLot }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const free = lot.remaining - lot.reserved;
  const share = (value: number): string => `${(value / lot.granted) * 100}%`;
  return (
    <>
      <span className="ds-number">
        {t("credits.lots.of", { left: count(free), granted: count(lot.granted) })}
        {lot.reserved > 0 ? (
          <span className={styles.quiet}> {t("credits.lots.held", { amount: count(lot.reserved) })}</span>
        ) : null}
      </span>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.free} style={{ width: share(free) }} />
        <span className={styles.held} style={{ width: share(lot.reserved) }} />
      </span>
    </>
  );
};

const Expiry = ({ at }: { at: string | null }) => {
  const { t, i18n } = useTranslation();
  if (at === null) return <span className={styles.quiet}>{t("credits.lots.never")}</span>;
  const moment = new Date(at);
  return (
    <time dateTime={at} title={formatExact(moment, i18n.language)}>
      {formatMinute(moment, i18n.language)}
    </time>
  );
};
