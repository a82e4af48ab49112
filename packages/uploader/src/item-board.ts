import type { UploadItem } from "./upload-item.ts";

const QUIET_MS = 200;

/** The items of the queue and their listeners: state changes are reported immediately, progress is throttled. */
export const createBoard = () => {
  const listeners = new Set<() => void>();
  let items: readonly UploadItem[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const listener of listeners) listener();
  };
  const patch = (id: string, change: Partial<UploadItem>): void => {
    items = items.map((item) => (item.id === id ? { ...item, ...change } : item));
  };
  return {
    items: (): readonly UploadItem[] => items,
    find: (id: string): UploadItem | undefined => items.find((item) => item.id === id),
    add: (added: UploadItem): void => {
      items = [...items, added];
      tell();
    },
    remove: (isGone: (item: UploadItem) => boolean): void => {
      items = items.filter((item) => !isGone(item));
      tell();
    },
    change: (id: string, change: Partial<UploadItem>): void => {
      patch(id, change);
      tell();
    },
    progress: (id: string, change: Partial<UploadItem>): void => {
      patch(id, change);
      timer ??= setTimeout(tell, QUIET_MS);
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export type Board = ReturnType<typeof createBoard>;
