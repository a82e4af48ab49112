import { useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ChainCheck } from "../../../shared/history-chain/chain-check.tsx";
import { chainHeadQuery, type KnownHead, useChainWalk } from "../../../shared/history-chain/use-chain-walk.ts";
import { FileButton } from "../../../ui/file-button.tsx";
import styles from "../tools.module.css";
import { Card } from "./card.tsx";
import { readSavedHead } from "./saved-head.ts";

/** Verifies the hash chain as in the history, and also against a previously saved head. */
export const ChainCard = () => {
  const { t } = useTranslation();
  const { data: head } = useQuery(chainHeadQuery);
  const chain = useChainWalk();
  return (
    <Card isWide title={t("tools.chain.title")} about={t("tools.chain.about")}>
      <ChainCheck head={head} {...chain} />
      <KnownHeadForm isBusy={chain.walk?.state === "walking"} onCompare={(known) => chain.verify({ known })} />
    </Card>
  );
};

interface KnownHeadFormProps {
  isBusy: boolean;
  onCompare: (known: KnownHead) => void;
}

const KnownHeadForm = ({ isBusy, onCompare }: KnownHeadFormProps) => {
  const { t } = useTranslation();
  const [id, hintId] = [useId(), useId()];
  const [text, setText] = useState("");
  const known = readSavedHead(text);
  const isWrong = text.trim() !== "" && known === undefined;
  return (
    <div>
      <label htmlFor={id}>{t("tools.chain.known")}</label>
      <div className={styles.actions}>
        <Input
          id={id}
          className={styles.grow}
          value={text}
          placeholder='{"seq": 1842, "hash": "9f3c…"}'
          status={isWrong ? "error" : ""}
          aria-invalid={isWrong}
          aria-describedby={hintId}
          onChange={(event) => setText(event.target.value)}
        />
        <FileButton
          name={t("tools.chain.knownFile")}
          accept=".json,.jsonl,application/json"
          onRead={(_name, words) => setText(words)}
        />
        <Button disabled={known === undefined || isBusy} onClick={() => known && onCompare(known)}>
          {t("tools.chain.compare")}
        </Button>
      </div>
      <p id={hintId} className={styles.quiet} role={isWrong ? "alert" : undefined}>
        {t(isWrong ? "tools.chain.knownWrong" : "tools.chain.knownHint")}
      </p>
    </div>
  );
};
