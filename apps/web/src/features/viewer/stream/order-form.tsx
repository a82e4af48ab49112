import { InputNumber, Segmented } from "antd";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { UrlFilters } from "../../../ui/filters/use-url-filters.ts";
import type { ViewerUrlState } from "../use-viewer-url-state.ts";
import styles from "./stream.module.css";

interface OrderFormProps {
  urlState: UrlFilters<ViewerUrlState>;
  /** How the training order was computed. */
  method: string | undefined;
  modes: ReactNode;
}

const LIMITS = { seed: 2_147_483_647, epoch: 1_000_000, rank: 100_000, ranks: 100_000 } as const;
type Knob = keyof typeof LIMITS;

const asSentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** Selects the order of the stream. */
export const OrderForm = ({ urlState, method, modes }: OrderFormProps) => {
  const { t } = useTranslation();
  const { order, rank, ranks } = urlState.values;
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
    </div>
  );
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
