import type { ExperimentRunDetail, RunSample, SamplePrompt } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { LazySyncedPlayer } from "../../../shared/synced-player/lazy-synced-player.tsx";
import type { PlayerClip } from "../../../shared/synced-player/types.ts";
import { formatCount } from "../../../ui/format.ts";
import styles from "./wall.module.css";

interface OpenPromptProps {
  runs: readonly ExperimentRunDetail[];
  prompt: SamplePrompt;
  samples: readonly RunSample[];
  isLoading: boolean;
}

/** The clips of one prompt, one for each run, in the synced player. */
export const OpenPrompt = ({ prompt, runs, samples, isLoading }: OpenPromptProps) => {
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
        <LazySyncedPlayer takesFocus={false} startsAs="side" clips={clips} />
      )}
    </section>
  );
};
