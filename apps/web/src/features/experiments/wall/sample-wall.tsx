import type { ExperimentRunDetail, RunSample, SamplePrompt } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Slider } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../../lib/lazy-part.ts";
import type { PlayerClip } from "../../../shared/synced-player/types.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { sampleStepsQuery, samplesQuery } from "../experiments.queries.ts";
import styles from "./wall.module.css";
import { WallRows } from "./wall-rows.tsx";

const SyncedPlayer = lazyPart(
  async () => (await import("../../../shared/synced-player/synced-player.tsx")).SyncedPlayer,
);

const PROMPTS_AT_ONCE = 10;

interface SampleWallProps {
  runs: readonly ExperimentRunDetail[];
}

/** Prompts by runs at one step. The clips of one prompt play on one clock; the slider moves all of them through training. */
export const SampleWall = ({ runs }: SampleWallProps) => {
  const { t } = useTranslation();
  const index = useQuery(sampleStepsQuery(runs.map(({ id }) => id)));
  if (index.error) return <ErrorPanel error={index.error} onRetry={() => void index.refetch()} />;
  if (!index.data) return <Skeleton rows={8} />;
  const { prompts, steps, has_more: hasMore } = index.data;
  if (prompts.length === 0 || steps.length === 0) {
    return <EmptyState title={t("experiments.wall.none")}>{t("experiments.wall.noneHint")}</EmptyState>;
  }
  return <Wall runs={runs} prompts={prompts} steps={steps} hasMore={hasMore} />;
};

interface WallProps extends SampleWallProps {
  prompts: readonly SamplePrompt[];
  steps: readonly number[];
  hasMore: boolean;
}

const Wall = ({ runs, prompts, steps, hasMore }: WallProps) => {
  const { t } = useTranslation();
  const [place, setPlace] = useState(steps.length - 1);
  const [from, setFrom] = useState(0);
  const [openKey, setOpenKey] = useState(prompts[0]?.key ?? "");
  // While the slider moves, only where it stops is loaded.
  const step = steps[useDebounced(Math.min(place, steps.length - 1), 150)] ?? 0;
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
      {prompts.length > PROMPTS_AT_ONCE ? (
        <div className={styles.bar}>
          <Button disabled={from === 0} onClick={() => setFrom(Math.max(0, from - PROMPTS_AT_ONCE))}>
            {t("experiments.wall.previous")}
          </Button>
          <span className={styles.quiet}>
            {t("experiments.wall.range", {
              from: from + 1,
              to: Math.min(prompts.length, from + PROMPTS_AT_ONCE),
              total: prompts.length,
            })}
          </span>
          <Button disabled={from + PROMPTS_AT_ONCE >= prompts.length} onClick={() => setFrom(from + PROMPTS_AT_ONCE)}>
            {t("experiments.wall.next")}
          </Button>
        </div>
      ) : null}
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

interface OpenPromptProps extends SampleWallProps {
  prompt: SamplePrompt;
  samples: readonly RunSample[];
  isLoading: boolean;
}

/** The clips of one prompt, one for each run, in the synced player. */
const OpenPrompt = ({ prompt, runs, samples, isLoading }: OpenPromptProps) => {
  const { t, i18n } = useTranslation();
  const clips = runs.flatMap((run): PlayerClip[] => {
    const sample = samples.find((each) => each.run_id === run.id && each.prompt === prompt.key);
    if (!sample?.clip) return [];
    const { media_url, poster, probe } = sample.clip;
    return [
      {
        id: run.id,
        title: run.name,
        subtitle: t("experiments.wall.step", { step: formatCount(sample.step, i18n.language) }),
        media_url,
        poster,
        ...(probe?.fps && { fps: probe.fps }),
        ...(probe?.duration && { duration: probe.duration }),
      },
    ];
  });
  return (
    <section className={styles.open} aria-label={t("experiments.wall.playing")}>
      <p className={styles.prompt}>{prompt.text}</p>
      {clips.length === 0 ? (
        <p className={styles.quiet}>{isLoading ? t("experiments.wall.loading") : t("experiments.wall.noClip")}</p>
      ) : (
        <Suspense fallback={<Skeleton rows={6} />}>
          <SyncedPlayer takesFocus={false} startsAs="side" clips={clips} />
        </Suspense>
      )}
    </section>
  );
};
