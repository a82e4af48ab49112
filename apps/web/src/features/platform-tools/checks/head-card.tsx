import { DownloadOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { downloadText } from "../../../lib/download-text.ts";
import { type ChainHead, chainHeadQuery } from "../../../shared/history-chain/use-chain-walk.ts";
import { useOperatorAct } from "../../../shared/operator-check.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatExact } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import styles from "../tools.module.css";
import { Card } from "./card.tsx";

const save = (head: ChainHead): void =>
  downloadText(`history-head-${head.seq}.json`, `${JSON.stringify(head, null, 2)}\n`, "application/json");

/** The newest hash, to be stored outside the reach of this console. */
export const HeadCard = () => {
  const { t } = useTranslation();
  const { data: head, error, refetch, isFetching } = useQuery(chainHeadQuery);
  const download = useOperatorAct(save);
  return (
    <Card
      title={t("tools.head.title")}
      about={t("tools.head.about")}
      action={
        <Button
          icon={<DownloadOutlined aria-hidden="true" />}
          disabled={head === undefined || head.seq === 0}
          onClick={() => head && download(head)}
        >
          {t("tools.head.download")}
        </Button>
      }
    >
      <HeadFacts head={head} />
      {error && !head ? (
        <ErrorPanel
          isCompact
          title={t("tools.head.failed")}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {head || error ? null : <Skeleton rows={3} />}
    </Card>
  );
};

const HeadFacts = ({ head }: { head: ChainHead | undefined }) => {
  const { t, i18n } = useTranslation();
  if (!head) return null;
  if (head.seq === 0) return <p className={styles.quiet}>{t("shared.chain.empty")}</p>;
  return (
    <dl className={styles.facts}>
      <dt>{t("tools.head.seq")}</dt>
      <dd>#{head.seq}</dd>
      <dt>{t("tools.head.hash")}</dt>
      <dd>
        <Mono value={head.hash} copyAs={t("shared.chain.hash")} />
      </dd>
      <dt>{t("tools.head.at")}</dt>
      <dd>{head.at === null ? "–" : formatExact(new Date(head.at), i18n.language)}</dd>
    </dl>
  );
};
