import type { DataExperiment } from "@dailies/contract";
import { Button, InputNumber, Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { formatCount, formatDecimal, formatPercent } from "../../../ui/format.ts";
import { useCopy } from "../../../ui/use-copy.ts";
import styles from "./mix.module.css";
import {
  type Mix,
  type MixDraft,
  type MixedStream,
  mixOf,
  pythonOf,
  type StreamDraft,
  type StreamSource,
  streamSources,
  usualMix,
  yamlOf,
} from "./mix.rules.ts";

/** Mixes the packages of the arms into one epoch, and writes the loader for it. */
export const MixTab = ({ experiment }: { experiment: DataExperiment }) => {
  const { t } = useTranslation();
  const sources = streamSources(experiment.arms);
  return sources.length === 0 ? (
    <EmptyState title={t("dataExperiments.mix.none")}>{t("dataExperiments.mix.noneHint")}</EmptyState>
  ) : (
    <MixEditor sources={sources} leftOut={experiment.arms.length - sources.length} />
  );
};

const MAX_WEIGHT = 1_000_000;
const MAX_SAMPLES = 1_000_000_000_000;

const MixEditor = ({ sources, leftOut }: { sources: readonly StreamSource[]; leftOut: number }) => {
  const { t, i18n } = useTranslation();
  const [draft, setDraft] = useState(() => usualMix(sources));
  const mix = mixOf(sources, draft);
  const change = (at: number, patch: Partial<StreamDraft>): void =>
    setDraft({ ...draft, streams: draft.streams.map((each, n) => (n === at ? { ...each, ...patch } : each)) });
  return (
    <div className={styles.stack}>
      <div className={styles.bar}>
        <Segmented<MixDraft["mode"]>
          aria-label={t("dataExperiments.mix.mode")}
          value={draft.mode}
          options={[
            { value: "proportion", label: t("dataExperiments.mix.proportion") },
            { value: "amount", label: t("dataExperiments.mix.amount") },
          ]}
          onChange={(mode) => setDraft({ ...draft, mode })}
        />
        {draft.mode === "proportion" ? (
          <span className={styles.field}>
            <label htmlFor="mix-epoch-size">{t("dataExperiments.mix.epochSize")}</label>
            <InputNumber<number>
              id="mix-epoch-size"
              min={1}
              max={MAX_SAMPLES}
              precision={0}
              value={draft.epochSize}
              onChange={(epochSize) => setDraft({ ...draft, epochSize: epochSize ?? 1 })}
            />
          </span>
        ) : null}
      </div>
      {leftOut === 0 ? null : <p className={styles.quiet}>{t("dataExperiments.mix.leftOut", { count: leftOut })}</p>}
      <table className={styles.table}>
        <thead>
          <tr>
            {(["stream", "setting", "drawn", "share", "epochs", "hours"] as const).map((key) => (
              <th key={key} scope="col">
                {t(`dataExperiments.mix.column.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {mix.streams.map((stream, at) => (
            <tr key={stream.position}>
              <th scope="row">{stream.name}</th>
              <td>
                <StreamSetting stream={stream} mode={draft.mode} onChange={(patch) => change(at, patch)} />
              </td>
              <td className="ds-number">{formatCount(stream.drawn, i18n.language)}</td>
              <td className="ds-number">{formatPercent(stream.share, 1, i18n.language)}</td>
              <td className="ds-number">{formatDecimal(stream.epochs, 2, i18n.language)}</td>
              <td className="ds-number">{hoursWords(stream.hours, i18n.language, t("dataExperiments.none"))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("dataExperiments.mix.total")}</th>
            <td />
            <td className="ds-number">{formatCount(mix.drawn, i18n.language)}</td>
            <td />
            <td />
            <td className="ds-number">{hoursWords(mix.hours, i18n.language, t("dataExperiments.none"))}</td>
          </tr>
        </tfoot>
      </table>
      <p className={styles.quiet}>{t("dataExperiments.mix.hint")}</p>
      <LoaderCode mix={mix} draft={draft} />
    </div>
  );
};

const hoursWords = (hours: number | null, language: string, none: string): string =>
  hours === null ? none : formatDecimal(hours, 1, language);

interface StreamSettingProps {
  stream: MixedStream;
  mode: MixDraft["mode"];
  onChange: (patch: Partial<StreamDraft>) => void;
}

const StreamSetting = ({ stream, mode, onChange }: StreamSettingProps) => {
  const { t } = useTranslation();
  const { name, draft } = stream;
  const number = (key: "proportion" | "repeat" | "choose") => (
    <InputNumber<number>
      min={0}
      max={key === "choose" ? MAX_SAMPLES : MAX_WEIGHT}
      {...(key === "choose" && { precision: 0 })}
      aria-label={t(`dataExperiments.mix.of.${key}`, { name })}
      value={draft[key]}
      onChange={(value) => onChange({ [key]: value ?? 0 })}
    />
  );
  if (mode === "proportion") return number("proportion");
  return (
    <div className={styles.bar}>
      <Segmented<StreamDraft["amount"]>
        aria-label={t("dataExperiments.mix.of.amount", { name })}
        value={draft.amount}
        options={[
          { value: "repeat", label: t("dataExperiments.mix.repeat") },
          { value: "choose", label: t("dataExperiments.mix.choose") },
        ]}
        onChange={(amount) => onChange({ amount })}
      />
      {number(draft.amount)}
    </div>
  );
};

const LoaderCode = ({ mix, draft }: { mix: Mix; draft: MixDraft }) => {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<"YAML" | "Python">("YAML");
  const code = language === "YAML" ? yamlOf(mix, draft) : pythonOf(mix, draft);
  const { state, copy } = useCopy(code);
  return (
    <section aria-label={t("dataExperiments.mix.code")}>
      <div className={styles.bar}>
        <Segmented<"YAML" | "Python">
          aria-label={t("dataExperiments.mix.language")}
          value={language}
          options={["YAML", "Python"]}
          onChange={setLanguage}
        />
        <Button onClick={copy}>{t(`dataExperiments.mix.copy.${state}`)}</Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard. */}
      <pre className={styles.code} tabIndex={0}>
        <code>{code}</code>
      </pre>
    </section>
  );
};
