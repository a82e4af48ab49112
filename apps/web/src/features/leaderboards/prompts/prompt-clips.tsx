import type { Board } from "@dailies/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LazySyncedPlayer } from "../../../shared/synced-player/lazy-synced-player.tsx";
import type { PlayerMark } from "../../../shared/synced-player/types.ts";
import { CheckList } from "../../../ui/filters/check-list.tsx";
import { clipKey, clipName, labelsOf, type OpenPrompt, type PromptClip } from "./prompt-entries.ts";
import styles from "./prompts.module.css";

interface PromptClipsProps {
  board: Board;
  prompt: OpenPrompt;
}

const FIRST_SHOWN = 2;
const MOST_SHOWN = 4;

/** Selected clips in the synced player, and the selection. */
export const PromptClips = (props: PromptClipsProps) => <Clips key={props.prompt.prompt} {...props} />;

const Clips = ({ board, prompt }: PromptClipsProps) => {
  const { t } = useTranslation();
  const labelOf = labelsOf(board);
  const playable = prompt.clips.filter(({ clip }) => clip !== null);
  const [chosen, setChosen] = useState(() => playable.slice(0, FIRST_SHOWN).map(clipKey));
  const nameOf = (clip: PromptClip): string => clipName(clip, prompt.clips, labelOf(clip.entry));
  const shown = playable.filter((clip) => chosen.includes(clipKey(clip)));
  const marks = useMarks(shown, nameOf);
  return (
    <section aria-label={t("leaderboards.prompts.clips")}>
      {playable.length > FIRST_SHOWN ? (
        <fieldset className={styles.choose}>
          <legend>{t("leaderboards.prompts.choose", { max: MOST_SHOWN })}</legend>
          <CheckList
            isMany
            items={playable.map((clip) => ({
              value: clipKey(clip),
              label: nameOf(clip),
              isDisabled: !chosen.includes(clipKey(clip)) && chosen.length >= MOST_SHOWN,
            }))}
            chosen={chosen}
            onChange={setChosen}
          />
        </fieldset>
      ) : null}
      {shown.length === 0 ? (
        <p className={styles.quiet}>{t("leaderboards.prompts.noClips")}</p>
      ) : (
        <LazySyncedPlayer takesFocus={false} startsAs="side" clips={playerClips(shown, nameOf)} marks={marks} />
      )}
    </section>
  );
};

const playerClips = (shown: readonly PromptClip[], nameOf: (clip: PromptClip) => string) =>
  shown.flatMap((one) =>
    one.clip
      ? [
          {
            id: clipKey(one),
            title: nameOf(one),
            media_url: one.clip.media_url,
            poster: one.clip.poster,
            ...(one.clip.probe?.fps && { fps: one.clip.probe.fps }),
            ...(one.clip.probe?.duration && { duration: one.clip.probe.duration }),
          },
        ]
      : [],
  );

const useMarks = (shown: readonly PromptClip[], nameOf: (clip: PromptClip) => string): PlayerMark[] => {
  const { t } = useTranslation();
  return shown.flatMap((clip) =>
    clip.marks.map(({ t: timeS, tag, note }, at) => ({
      id: `${clipKey(clip)} ${at}`,
      timeS,
      words: [t(`leaderboards.defects.${tag}`), nameOf(clip), note].filter(Boolean).join(", "),
    })),
  );
};
