import type { PerformerTaskDetail, PerformerTaskItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { performersQuery } from "../../../shared/performer-picker/performers.query.ts";
import { Clip } from "../../../ui/clip/clip.tsx";
import { Detail } from "../../../ui/detail.tsx";
import type { useDetailParam } from "../../../ui/use-detail-param.ts";
import { callQuery } from "../performers.queries.ts";
import { CallActions } from "./call-actions.tsx";
import { CallCode } from "./call-code.tsx";
import { CallFacts } from "./call-facts.tsx";
import { CallLog } from "./call-log.tsx";
import { CallTimeline } from "./call-timeline.tsx";
import styles from "./calls.module.css";
import { InputPairs } from "./input-pairs.tsx";
import { useCallFacts } from "./use-call-facts.ts";

interface CallDetailProps {
  detail: ReturnType<typeof useDetailParam>;
  /** The listed jobs, for navigating to the neighbours. */
  items: readonly PerformerTaskItem[];
  /** How many jobs are listed before these, and in all. */
  offset?: number;
  total: number;
}

const WIDTH_PX = 800;

/** Drawer for one job: the clip, its input, the result details, and the actions to run it again. */
export const CallDetail = ({ detail, items, offset = 0, total }: CallDetailProps) => {
  const id = detail.openId;
  const { data, error, isPending, refetch } = useQuery({ ...callQuery(id ?? ""), enabled: id !== undefined });
  const index = items.findIndex((item) => item.id === id);
  const step = (to: number): (() => void) | undefined => {
    const item = index < 0 ? undefined : items[to];
    return item && (() => detail.move(item.id));
  };
  return (
    <Detail
      isOpen={id !== undefined}
      title={data?.title ?? ""}
      widthPx={WIDTH_PX}
      onClose={detail.close}
      onPrevious={step(index - 1)}
      onNext={step(index + 1)}
      position={index < 0 ? undefined : { index: offset + index + 1, total }}
      isLoading={isPending}
      error={data ? undefined : error}
      onRetry={() => void refetch()}
      footer={data ? <CallActions call={data} /> : null}
    >
      {data ? <CallBody call={data} /> : null}
    </Detail>
  );
};

const CallBody = ({ call }: { call: PerformerTaskDetail }) => {
  const { t } = useTranslation();
  const { data } = useQuery(performersQuery);
  const inputs = data?.items.find(({ id }) => id === call.performer_id)?.input_schema ?? [];
  return (
    <div className={styles.detail}>
      {call.outputs.map(({ asset_id, media_url, poster, probe }) => (
        <Clip key={asset_id} name={call.title} poster={poster} media={media_url} durationS={probe?.duration} />
      ))}
      <CallTimeline call={call} />
      <Findings call={call} />
      <Part title={t("performers.detail.facts")}>
        <CallFacts call={call} />
      </Part>
      <Part title={t("performers.detail.input")}>
        <InputPairs inputs={inputs} values={call.input} />
      </Part>
      <Part title={t("performers.detail.resolved")}>
        <InputPairs inputs={inputs} values={call.resolved_input} />
      </Part>
      <Part title={t("performers.detail.log")}>
        <CallLog log={call.log} />
      </Part>
      <Part title={t("performers.code.title")}>
        <CallCode call={call} />
      </Part>
    </div>
  );
};

const Findings = ({ call }: { call: PerformerTaskDetail }) => {
  const { warning } = useCallFacts(call);
  const { t } = useTranslation();
  if (call.warnings.length === 0 && call.error === null) return null;
  return (
    <ul className={styles.warnings}>
      {call.error === null ? null : (
        <li className={styles.failure}>
          {t("performers.failedWith", { code: call.error.code, message: call.error.message })}
        </li>
      )}
      {call.warnings.map((each) => (
        <li key={each.field}>{warning(each)}</li>
      ))}
    </ul>
  );
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h3 className={styles.partTitle}>{title}</h3>
    {children}
  </section>
);
