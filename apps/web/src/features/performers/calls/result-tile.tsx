import type { PerformerTaskItem } from "@dailies/contract";
import { Checkbox } from "antd";
import { useTranslation } from "react-i18next";
import { CallStatus } from "../../../shared/call-status/call-status.tsx";
import { Clip } from "../../../ui/clip/clip.tsx";
import { Mono } from "../../../ui/mono.tsx";
import { isUnderWay, seedOf } from "./call.rules.ts";
import { CallMenu } from "./call-menu.tsx";
import { CallTimeline } from "./call-timeline.tsx";
import styles from "./calls.module.css";
import { useCallFacts } from "./use-call-facts.ts";

export interface ResultTileProps {
  call: PerformerTaskItem;
  isMarked: boolean;
  /** Absent if nothing can be compared. */
  onMark?: () => void;
  onOpen?: () => void;
  /** Autoplays when the clip is ready. */
  playsAtOnce?: boolean;
}

/** One job on the wall: its timeline while it runs, then the clip with its seed, time, cost and deviations. */
export const ResultTile = ({ call, isMarked, onMark, onOpen, playsAtOnce }: ResultTileProps) => {
  const { t } = useTranslation();
  const seed = seedOf(call);
  const name = seed === undefined ? call.title : t("performers.wall.tileName", { title: call.title, seed });
  return (
    <li className={styles.tile} data-marked={isMarked}>
      <ResultMedia call={call} name={name} playsAtOnce={playsAtOnce} />
      <div className={styles.body}>
        {onOpen === undefined ? (
          <span className={styles.title} title={call.title}>
            {call.title}
          </span>
        ) : (
          <button type="button" className={`${styles.titleButton} ${styles.title}`} title={call.title} onClick={onOpen}>
            {call.title}
          </button>
        )}
        <TileFacts call={call} />
      </div>
      <div className={styles.foot}>
        {onMark !== undefined && call.outputs.length > 0 ? (
          <Checkbox checked={isMarked} aria-label={t("performers.wall.markName", { name })} onChange={onMark}>
            {t("performers.wall.mark")}
          </Checkbox>
        ) : (
          <span />
        )}
        <CallMenu call={call} onOpen={onOpen} />
      </div>
    </li>
  );
};

type ResultMediaProps = Pick<ResultTileProps, "call" | "playsAtOnce"> & { name: string };

const ResultMedia = ({ call, name, playsAtOnce }: ResultMediaProps) => {
  const [output] = call.outputs;
  if (output) {
    return (
      <Clip
        name={name}
        poster={output.poster}
        media={output.media_url}
        durationS={output.probe?.duration}
        playsAtOnce={playsAtOnce}
      />
    );
  }
  if (isUnderWay(call)) {
    return (
      <div className={styles.place}>
        <CallTimeline call={call} isUpright />
        <span className={styles.bar} aria-hidden="true">
          <span className={styles.barFill} style={{ display: "block", transform: `scaleX(${call.progress ?? 0})` }} />
        </span>
      </div>
    );
  }
  return (
    <div className={styles.place}>
      <span>
        <CallStatus status={call.status} />
      </span>
      {call.error ? <p title={call.error.message}>{call.error.message}</p> : null}
    </div>
  );
};

const TileFacts = ({ call }: { call: PerformerTaskItem }) => {
  const { t } = useTranslation();
  const { latency, cost, delivered, warning } = useCallFacts(call);
  const seed = seedOf(call);
  return (
    <>
      <div className={`${styles.facts} ds-number`}>
        {seed === undefined ? null : (
          <span>
            {t("performers.seed")} <Mono value={String(seed)} />
          </span>
        )}
        {latency === undefined ? null : <span>{t("performers.took", { time: latency })}</span>}
        {cost === undefined ? null : <span>{cost}</span>}
        {call.is_reused ? <span>{t("performers.reused")}</span> : null}
      </div>
      <span className={styles.quiet}>
        {[call.performer_name, delivered && t("performers.clip", { facts: delivered })].filter(Boolean).join(" · ")}
      </span>
      {call.warnings.length === 0 ? null : (
        <ul className={styles.warnings}>
          {call.warnings.map((each) => (
            <li key={each.field}>{warning(each)}</li>
          ))}
        </ul>
      )}
    </>
  );
};
