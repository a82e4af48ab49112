import { InputNumber, Segmented } from "antd";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { UrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { formatCount } from "../../../ui/format.ts";
import { UriForm } from "../open/uri-form.tsx";
import type { ViewerUrlState } from "../use-viewer-url-state.ts";
import styles from "./stream.module.css";
import type { StreamOrder } from "./use-order.ts";

interface OrderFormProps {
  urlState: UrlFilters<ViewerUrlState>;
  order: StreamOrder;
  /** Of the whole dataset. */
  samples: number;
  modes: ReactNode;
}

const LIMITS = { seed: 2_147_483_647, epoch: 1_000_000, rank: 100_000, ranks: 100_000 } as const;
type Knob = keyof typeof LIMITS;

const asSentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** Selects the order of the stream. */
export const OrderForm = ({ urlState, order: { method, file, total }, samples, modes }: OrderFormProps) => {
  const { t } = useTranslation();
  const { order, orderFile, rank, ranks } = urlState.values;
  const change = (patch: Partial<ViewerUrlState>): void => urlState.set({ ...patch, at: 0 }, { replace: true });
  return (
    <div className={styles.form}>
      {modes}
      <Segmented<ViewerUrlState["order"]>
        aria-label={t("viewer.stream.order")}
        value={order}
        options={[
          { value: "storage", label: t("viewer.stream.storage") },
          { value: "training", label: t("viewer.stream.training") },
          { value: "file", label: t("viewer.stream.file") },
        ]}
        onChange={(value) => change({ order: value })}
      />
      {order === "training" ? (
        <>
          <Knobs urlState={urlState.values} onChange={change} />
          <p className={styles.note}>
            {rank >= ranks ? t("viewer.stream.rankBeyond") : t("viewer.stream.honest")}
            {method === undefined ? null : <span> {asSentence(method)}</span>}
          </p>
        </>
      ) : null}
      {order === "file" ? (
        <>
          <div className={styles.file}>
            <UriForm
              key={orderFile ?? ""}
              value={orderFile ?? ""}
              label={t("viewer.stream.fileUri")}
              example="s3://bucket/run/order.jsonl"
              action={t("viewer.stream.openFile")}
              onSubmit={(uri) => change({ orderFile: uri })}
            />
          </div>
          <p className={styles.note}>
            {file ? <FileFacts total={total ?? 0} distinct={file.distinct_samples} samples={samples} /> : null}
            {orderFile === undefined ? t("viewer.stream.fileHint") : null}
          </p>
        </>
      ) : null}
    </div>
  );
};

/** How much of the dataset the file covers. */
const FileFacts = ({ total, distinct, samples }: { total: number; distinct: number | null; samples: number }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  if (distinct === null) return t("viewer.stream.fileReads", { reads: count(total) });
  return t("viewer.stream.fileFacts", {
    reads: count(total),
    distinct: count(distinct),
    never: count(Math.max(0, samples - distinct)),
  });
};

const Knobs = ({
  urlState,
  onChange,
}: {
  urlState: ViewerUrlState;
  onChange: (patch: Partial<ViewerUrlState>) => void;
}) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      {(Object.keys(LIMITS) as Knob[]).map((knob) => (
        <label key={knob} htmlFor={`${id}-${knob}`} className={styles.knob}>
          {t(`viewer.stream.${knob}`)}
          <InputNumber
            id={`${id}-${knob}`}
            className={styles.number}
            min={knob === "ranks" ? 1 : 0}
            max={LIMITS[knob]}
            precision={0}
            value={urlState[knob]}
            onChange={(value) => {
              if (value !== null) onChange({ [knob]: value });
            }}
          />
        </label>
      ))}
    </>
  );
};
