import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount, formatExact, formatMinute } from "../../../ui/format.ts";
import { ChoiceBar } from "../choice-bar.tsx";
import styles from "../tools.module.css";
import { expiryQuery } from "../tools.queries.ts";
import { EXPIRY_DAYS, type ToolsAddress } from "../use-tools-address.ts";
import { UserLink } from "../user-link.tsx";
import { Card } from "./card.tsx";

type Preview = NonNullable<ReturnType<typeof useExpiry>["data"]>;
const useExpiry = (days: number) => useQuery(expiryQuery(days));

/** Credits that will expire unspent. Read-only. */
export const ExpiryCard = ({ address }: { address: ToolsAddress }) => {
  const { t } = useTranslation();
  const { days } = address.values;
  const { data, error, refetch, isFetching } = useExpiry(days);
  const words = { 1: "tomorrow", 7: "week", 30: "month" } as const;
  return (
    <Card
      isWide
      title={t("tools.expiry.title")}
      about={t("tools.expiry.about")}
      action={
        <ChoiceBar
          name={t("tools.expiry.until")}
          choices={EXPIRY_DAYS.map((value) => ({ value: value as number, label: t(`tools.expiry.${words[value]}`) }))}
          chosen={days}
          onChoose={(value) => address.set({ days: value }, { replace: true })}
        />
      }
    >
      {error ? (
        <ErrorPanel
          isCompact
          title={t("tools.expiry.failed")}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data ? <Lots preview={data} /> : null}
      {data || error ? null : <Skeleton rows={3} />}
    </Card>
  );
};

const Lots = ({ preview: { lots, total, is_total_exact: isExact, amount } }: { preview: Preview }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  if (total === 0) return <p role="status">{t("tools.expiry.none")}</p>;
  return (
    <>
      <p role="status" className={styles.cardTitle}>
        {t(isExact ? "tools.expiry.sum" : "tools.expiry.sumAtLeast", {
          count: total,
          lots: count(total),
          credits: count(amount),
        })}
      </p>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={t("tools.expiry.list")}>
          <thead>
            <tr>
              <th scope="col">{t("tools.user")}</th>
              <th scope="col">{t("tools.expiry.lot")}</th>
              <th scope="col" className={styles.number}>
                {t("tools.credits")}
              </th>
              <th scope="col">{t("tools.expiry.expires")}</th>
            </tr>
          </thead>
          <tbody>
            {lots.map(({ user_email: email, lot, amount: credits, expires_at: at }) => (
              <tr key={`${email} ${lot}`}>
                <td>
                  <UserLink email={email} />
                </td>
                <td>#{lot}</td>
                <td className={styles.number}>{count(credits)}</td>
                <td>
                  <time dateTime={at} title={formatExact(new Date(at), i18n.language)}>
                    {formatMinute(new Date(at), i18n.language)}
                  </time>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > lots.length ? <p className={styles.quiet}>{t("tools.expiry.first", { count: lots.length })}</p> : null}
    </>
  );
};
