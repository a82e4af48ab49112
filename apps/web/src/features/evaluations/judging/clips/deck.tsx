import type { EvaluationItem } from "@dailies/contract";
import styles from "../judging.module.css";
import { type DeckProps, DeckSlot } from "./deck-slot.tsx";

interface Props extends DeckProps {
  items: readonly EvaluationItem[];
}

/** Mounted ahead only if its clips are cached: a hidden player must not compete with the visible one for bandwidth. */
const isWhole = ({ slots }: EvaluationItem, { cache }: DeckProps): boolean =>
  slots.every(({ media_url }) => cache.sourceOf(media_url) !== undefined);

/** The current item and, hidden behind it, the next one, ready to play. */
export const Deck = ({ items, ...props }: Props) => {
  const [current, next] = items;
  const shown = [...(current ? [current] : []), ...(next && isWhole(next, props) ? [next] : [])];
  return (
    <div className={styles.deck}>
      {shown.map((item, place) => (
        <DeckSlot key={item.lease_id} item={item} isWaiting={place > 0} {...props} />
      ))}
    </div>
  );
};
