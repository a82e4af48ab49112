import type { EvaluationItem } from "@dailies/contract";
import styles from "../judging.module.css";
import { type DeckProps, DeckSlot } from "./deck-slot.tsx";

interface Props extends DeckProps {
  items: readonly EvaluationItem[];
}

/** Mounted ahead only with its clips whole in memory: a hidden player must not take the line from the one that is seen. */
const isWhole = ({ slots }: EvaluationItem, { cache }: DeckProps): boolean =>
  slots.every(({ media_url }) => cache.sourceOf(media_url) !== undefined);

/** The item at hand, and behind it the next one, ready to play. */
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
