import type { ExperimentRunDetail, SamplePrompt } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Slider } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { sampleStepsQuery, samplesQuery } from "../experiments.queries.ts";
import { OpenPrompt } from "./open-prompt.tsx";
import { PROMPTS_AT_ONCE, PromptPages } from "./prompt-pages.tsx";
import styles from "./wall.module.css";
import { WallRows } from "./wall-rows.tsx";

interface SampleWallProps {
  runs: readonly ExperimentRunDetail[];
  /** Told where the slider stands. */
  onStep?: (step: number) => void;
}

/** Prompts by runs at one step. The clips of one prompt play on one clock; the slider moves all of them through training. */
export const SampleWall = ({ runs, onStep }: SampleWallProps) => {
  const { t } = useTranslation();
  const index = useQuery(sampleStepsQuery(runs.map(({ id }) => id)));
  if (index.error) return <ErrorPanel error={index.error} onRetry={() => void index.refetch()} />;
  if (!index.data) return <Skeleton rows={8} />;
  const { prompts, steps, has_more: hasMore } = index.data;
  if (prompts.length === 0 || steps.length === 0) {
    return <EmptyState title={t("experiments.wall.none")}>{t("experiments.wall.noneHint")}</EmptyState>;
  }
  return <Wall runs={runs} {...(onStep && { onStep })} prompts={prompts} steps={steps} hasMore={hasMore} />;
};

interface WallProps extends SampleWallProps {
  prompts: readonly SamplePrompt[];
  steps: readonly number[];
  hasMore: boolean;
}

const Wall = ({ runs, prompts, steps, hasMore, onStep }: WallProps) => {
  const { t } = useTranslation();
  const [place, setPlace] = useState(steps.length - 1);
  const [from, setFrom] = useState(0);
  const [openKey, setOpenKey] = useState(prompts[0]?.key ?? "");
  // While the slider moves, only where it stops is loaded.
  const step = steps[useDebounced(Math.min(place, steps.length - 1), 150)] ?? 0;
  useEffect(() => onStep?.(step), [step, onStep]);
  const page = prompts.slice(from, from + PROMPTS_AT_ONCE);
  const openPrompt = prompts.find(({ key }) => key === openKey) ?? page[0];
  const asked = [...new Set([...page.map(({ key }) => key), ...(openPrompt ? [openPrompt.key] : [])])];
  const samples = useQuery(
    samplesQuery(
      runs.map(({ id }) => id),
      asked,
      step,
    ),
  );
  const items = samples.data?.items ?? [];
  return (
    <section className={styles.wall} aria-label={t("experiments.compare.tabs.samples")}>
      <StepSlider steps={steps} place={place} onChange={setPlace} />
      {hasMore ? <p className={styles.quiet}>{t("experiments.wall.more")}</p> : null}
      {samples.error ? <ErrorPanel isCompact error={samples.error} onRetry={() => void samples.refetch()} /> : null}
      {openPrompt ? <OpenPrompt prompt={openPrompt} runs={runs} samples={items} isLoading={samples.isPending} /> : null}
      <WallRows
        runs={runs}
        prompts={page}
        samples={items}
        openKey={openPrompt?.key}
        isLoading={samples.isPending}
        onOpen={setOpenKey}
      />
      <PromptPages prompts={prompts} from={from} onChange={setFrom} />
    </section>
  );
};

interface StepSliderProps {
  steps: readonly number[];
  place: number;
  onChange: (place: number) => void;
}

/** Stops at every step that has a sample, however far apart they are. */
const StepSlider = ({ steps, place, onChange }: StepSliderProps) => {
  const { t, i18n } = useTranslation();
  const format = (at: number | undefined): string => formatCount(steps[at ?? 0] ?? 0, i18n.language);
  return (
    <div className={styles.step}>
      <span id="experiment-wall-step">{t("experiments.wall.step", { step: format(place) })}</span>
      <Slider
        className={styles.slider ?? ""}
        min={0}
        max={Math.max(1, steps.length - 1)}
        disabled={steps.length < 2}
        value={place}
        tooltip={{ formatter: format }}
        ariaLabelledByForHandle="experiment-wall-step"
        ariaValueTextFormatterForHandle={format}
        onChange={onChange}
      />
      <span className={styles.quiet}>{t("experiments.wall.ofSteps", { count: steps.length })}</span>
    </div>
  );
};
