import type { ViewerSample } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { spanColour } from "../sample/span-colours.ts";
import styles from "./hex.module.css";
import { ROW_BYTES } from "./hex-rows.ts";
import { HexTable } from "./hex-table.tsx";
import { useShardBytes } from "./use-shard-bytes.ts";

interface HexPaneProps {
  handle: string;
  sample: ViewerSample;
  chosen: string | undefined;
  onChoose: (column: string) => void;
}

const WINDOW_BYTES = 512;

const alignDown = (place: number): number => place - (place % ROW_BYTES);

/** The bytes of the sample in its shard, with the meaning of each span. */
export const HexPane = (props: HexPaneProps) => {
  const { sample, chosen } = props;
  const column = sample.columns.find(({ name }) => name === chosen);
  const origin = alignDown(column?.begin ?? sample.begin);
  // Remount for another column or sample.
  return <HexWindow key={`${sample.index}/${chosen ?? ""}`} {...props} origin={origin} />;
};

const HexWindow = ({ handle, sample, chosen, onChoose, origin }: HexPaneProps & { origin: number }) => {
  const { t, i18n } = useTranslation();
  const [begin, setBegin] = useState(origin);
  const end = Math.min(begin + WINDOW_BYTES, sample.end);
  const bytes = useShardBytes({ handle, shard: sample.shard, begin, end });
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <section className={styles.pane} aria-label={t("viewer.hex.title")}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t("viewer.hex.title")}</h2>
        <span className={`${styles.quiet} ds-number`}>
          {t("viewer.hex.window", {
            begin: count(begin),
            end: count(Math.max(end - 1, begin)),
            shard: count(sample.shard),
          })}
        </span>
        <span className={styles.pages}>
          <Button size="small" disabled={begin === 0} onClick={() => setBegin(Math.max(0, begin - WINDOW_BYTES))}>
            {t("viewer.hex.before")}
          </Button>
          <Button size="small" disabled={end >= sample.end} onClick={() => setBegin(begin + WINDOW_BYTES)}>
            {t("viewer.hex.next")}
          </Button>
        </span>
      </header>
      <Spans sample={sample} chosen={chosen} onChoose={onChoose} onGo={(place) => setBegin(alignDown(place))} />
      {bytes.error ? (
        <ErrorPanel isCompact title={t("viewer.hex.failed")} error={bytes.error} onRetry={() => void bytes.refetch()} />
      ) : null}
      {bytes.data ? <HexTable bytes={bytes.data} begin={begin} sample={sample} chosen={chosen} /> : null}
      {bytes.isPending ? <Skeleton rows={8} /> : null}
    </section>
  );
};

interface SpansProps extends Omit<HexPaneProps, "handle"> {
  onGo: (begin: number) => void;
}

/** "bytes 1,309–2,310 = video", each a link to those bytes. */
const Spans = ({ sample, chosen, onChoose, onGo }: SpansProps) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const isColumn = (label: string): boolean => sample.columns.some(({ name }) => name === label);
  return (
    <ul className={styles.spans}>
      {sample.spans.map(({ begin, end, label }) => (
        <li key={`${begin}/${label}`} className="ds-number">
          <button
            type="button"
            className={styles.span}
            aria-pressed={label === chosen}
            onClick={() => (isColumn(label) ? onChoose(label) : onGo(begin))}
          >
            <span className={styles.swatch} style={{ background: spanColour(sample, label) }} />
            {t("viewer.hex.span", { begin: count(begin), end: count(Math.max(end - 1, begin)), label })}
          </button>
        </li>
      ))}
    </ul>
  );
};
