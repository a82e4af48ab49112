import { useTranslation } from "react-i18next";
import { Deck } from "../../../shared/leased-work/clips/deck.tsx";
import { PlayerBar } from "../../../shared/synced-player/player-bar.tsx";
import { PlayerOptions } from "../../../shared/synced-player/player-options.tsx";
import type { PlayerClip } from "../../../shared/synced-player/types.ts";
import type { PlayerHandle } from "../../../shared/synced-player/use-player.ts";
import { firstView } from "../../../shared/synced-player/view-state.ts";
import { SegmentTimeline } from "../segments/segment-timeline.tsx";
import { type ClipItem, isVideo } from "./clip-item.ts";
import type { ItemView } from "./use-item-view.ts";
import styles from "./workspace.module.css";

interface LabelPlayerProps {
  /** In one's hands; the first is shown, and the next one is loaded ahead. */
  items: readonly ClipItem[];
  item: ClipItem;
  view: ItemView;
  /** The names of fields with segments, by key. */
  fieldNames: ReadonlyMap<string, string>;
  /** Called for each frame that was shown. */
  onSeen?: (item: ClipItem, video: HTMLVideoElement, frameS: number) => void;
}

const ALONE = firstView("side");
const nothing = (): void => undefined;

const CLIP_ID = "clip";
const clipTitle = ({ item, item_key }: ClipItem): string => item_key ?? `${item}`;

const clipsOf = (item: ClipItem): readonly PlayerClip[] =>
  item.media && isVideo(item)
    ? [
        {
          id: CLIP_ID,
          title: clipTitle(item),
          media_url: item.media.url,
          ...(item.media.fps !== null && { fps: item.media.fps }),
        },
      ]
    : [];

/** The clip with its clock, and the segments below it. Shortcuts are bound by the page. */
export const LabelPlayer = (props: LabelPlayerProps) => {
  const { t } = useTranslation();
  const { item, view } = props;
  return (
    <section
      ref={view.stage}
      className={styles.player}
      aria-label={t("labelling.work.stage")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the page's shortcuts need an initial focus target.
      tabIndex={0}
    >
      {isVideo(item) ? <Video {...props} /> : <StillMedia item={item} />}
    </section>
  );
};

const Video = ({ items, item, view, fieldNames, onSeen }: LabelPlayerProps) => {
  const { t } = useTranslation();
  const { player, cache, onHandle } = view;
  const noteSeen = (seen: ClipItem, [video]: readonly HTMLVideoElement[], { fps }: PlayerHandle): void => {
    if (video) onSeen?.(seen, video, 1 / fps);
  };
  return (
    <>
      <Deck
        items={items.filter(isVideo)}
        cache={cache}
        clipsOf={clipsOf}
        view={ALONE}
        onView={nothing}
        onFrame={noteSeen}
        onHandle={onHandle}
      />
      {player ? <PlayerBar player={player} /> : <div className={styles.barPlace} />}
      {player
        ? [...view.editors].map(([key, editor]) => (
            <SegmentTimeline key={key} name={fieldNames.get(key) ?? key} editor={editor} player={player} />
          ))
        : null}
      <PlayerOptions
        clips={clipsOf(item)}
        view={ALONE}
        onView={nothing}
        player={player}
        keysHint={t(view.editors.size > 0 ? "labelling.work.segmentKeys" : "labelling.work.playerKeys")}
      />
    </>
  );
};

const StillMedia = ({ item }: { item: ClipItem }) => {
  const { t } = useTranslation();
  const { media } = item;
  if (media?.content_type.startsWith("image/"))
    return <img className={styles.picture} src={media.url} alt={clipTitle(item)} />;
  return (
    <p className={styles.noMedia}>
      {t(media ? "labelling.work.otherMedia" : "labelling.work.noMedia", { type: media?.content_type ?? "" })}
    </p>
  );
};

/** Whether the clip cannot be played, so that it can be reported. */
export const cannotPlay = ({ player }: ItemView): boolean => {
  const state = player?.snapshot.states[CLIP_ID];
  return state === "failed" || state === "lost";
};
