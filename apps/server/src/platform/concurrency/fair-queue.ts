/** The share of one person in places that everybody uses. */
export interface PersonShare {
  readonly running: number;
  readonly waiting: number;
}

/** Whether a person uses the whole share already. Work of no user has no share: its own limits bound it. */
export const isShareUsed = (
  share: number | undefined,
  userId: string | undefined,
  used: (userId: string) => number,
): boolean => share !== undefined && userId !== undefined && used(userId) >= share;

interface Entry<T> {
  readonly userId: string | undefined;
  readonly round: number;
  readonly item: T;
}

/**
 * Fair queueing: people take turns. Everybody's first entry comes before anybody's second, so that somebody who asks for
 * little does not wait behind somebody who asks for much. Work of no user counts as one more person.
 */
export class FairQueue<T> {
  private entries: Entry<T>[] = [];
  /** Of the entry taken last: a newcomer begins there and not at the first round, which would let it overtake everybody. */
  private round = 0;

  get length(): number {
    return this.entries.length;
  }

  lengthOf(userId: string | undefined): number {
    return this.entries.filter((entry) => entry.userId === userId).length;
  }

  add(userId: string | undefined, item: T): void {
    const own = this.entries.findLast((entry) => entry.userId === userId);
    const round = own ? own.round + 1 : this.round;
    const behind = this.entries.findLastIndex((entry) => entry.round <= round);
    this.entries.splice(behind + 1, 0, { userId, round, item });
  }

  /** The first that may begin, which leaves the queue. */
  take(mayBegin: (userId: string | undefined) => boolean): T | undefined {
    const at = this.entries.findIndex(({ userId }) => mayBegin(userId));
    const [taken] = at === -1 ? [] : this.entries.splice(at, 1);
    if (!taken) return undefined;
    this.round = Math.max(this.round, taken.round);
    return taken.item;
  }

  remove(item: T): void {
    this.entries = this.entries.filter((entry) => entry.item !== item);
  }

  /** All of them, in order; the queue is empty afterwards. */
  clear(): T[] {
    return this.entries.splice(0).map(({ item }) => item);
  }
}
