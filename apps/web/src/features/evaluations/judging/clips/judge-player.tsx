import type { EvaluationItem } from "@dailies/contract";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { PlayerBar } from "../../../../shared/synced-player/player-bar.tsx";
import { PlayerOptions } from "../../../../shared/synced-player/player-options.tsx";
import type { PlayerMark } from "../../../../shared/synced-player/types.ts";
import type { Player } from "../../../../shared/synced-player/use-player.ts";
import { firstView } from "../../../../shared/synced-player/view-state.ts";
import styles from "../judging.module.css";
import { Deck } from "./deck.tsx";
import type { DeckProps } from "./deck-slot.tsx";

interface JudgePlayerProps extends DeckProps {
  items: readonly EvaluationItem[];
  player: Player | undefined;
  marks: readonly PlayerMark[];
  onMark: (timeS: number) => void;
  stage: RefObject<HTMLElement | null>;
}

const ALONE = firstView("side");

/** The clips with their clock and timeline. Shortcuts are bound by the page. */
export const JudgePlayer = ({ items, player, marks, onMark, stage, ...deck }: JudgePlayerProps) => {
  const { t } = useTranslation();
  const slots = items[0]?.slots ?? [];
  const clips = slots.map(({ slot, media_url }) => ({ id: slot, title: slot, media_url }));
  const view = slots.length > 1 ? deck.view : ALONE;
  return (
    <section
      ref={stage}
      className={styles.player}
      aria-label={t("evaluations.stage", { count: slots.length })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the page's shortcuts need an initial focus target.
      tabIndex={0}
    >
      <Deck items={items} {...deck} view={view} />
      {player ? <PlayerBar player={player} marks={marks} onMark={onMark} /> : <div className={styles.barPlace} />}
      <PlayerOptions
        clips={clips}
        view={view}
        onView={deck.onView}
        player={player}
        keysHint={t("evaluations.keysHint")}
      />
    </section>
  );
};
