import type { LeasedItem } from "../state/lease-queue.ts";
import styles from "./deck.module.css";
import { type DeckProps, DeckSlot } from "./deck-slot.tsx";

interface Props<Item extends LeasedItem> extends DeckProps<Item> {
  items: readonly Item[];
}

/** Mounted ahead only if its clips are cached: a hidden player must not compete with the visible one for bandwidth. */
const isWhole = <Item extends LeasedItem>(item: Item, { cache, clipsOf }: DeckProps<Item>): boolean =>
  clipsOf(item).every(({ media_url }) => cache.sourceOf(media_url) !== undefined);

/** The current item and, hidden behind it, the next one, ready to play. */
export const Deck = <Item extends LeasedItem>({ items, ...props }: Props<Item>) => {
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
