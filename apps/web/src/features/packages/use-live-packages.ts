import type { LiveEvent, PackageDetail, PackageSummary } from "@dailies/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLive, useLiveState } from "../../lib/live/live.ts";
import { isUnderWay } from "./package.rules.ts";
import { PACKAGES, type PackagePage } from "./packages.queries.ts";

type PackageEvent = Extract<LiveEvent, { kind: "package" }>;

/** Events may arrive late or twice: an end is never overwritten, and progress never goes back. */
const moved = <One extends PackageSummary>(one: One, { kind: _kind, topic: _topic, ...progress }: PackageEvent): One =>
  one.id === progress.id && isUnderWay(one) && progress.shards_done >= one.shards_done ? { ...one, ...progress } : one;

const TOPICS = ["packages"];
/** Least time between reading again what events do not have: shards, left-out items and the ends of packages. */
const LOOK_MS = 1_000;

/** Applies server events to the cached packages. Returns whether they arrive now, so that nothing needs to be polled. */
export const useLivePackages = (): boolean => {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stale = useRef(new Map<string, readonly string[]>());
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = (queryKey: readonly string[]): void => {
    stale.current.set(queryKey.join(), queryKey);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      for (const each of stale.current.values()) void cache.invalidateQueries({ queryKey: each });
      stale.current.clear();
    }, LOOK_MS);
  };
  useLive(TOPICS, (event) => {
    if (event.kind === "reset") look(PACKAGES);
    if (event.kind !== "package") return;
    const before = cache.getQueryData<PackageDetail>([...PACKAGES, "detail", event.id]);
    const pages = cache.getQueriesData<PackagePage>({ queryKey: [...PACKAGES, "list"] });
    const shown = [before, ...pages.flatMap(([, page]) => page?.items ?? [])].filter((one) => one?.id === event.id);
    const isPlanned = event.status === "Running" && event.shards_total !== null;
    if (shown.length === 0 && isPlanned) return;
    // A new package, a new state or what was changed of a finished one: only the server knows all of it.
    const isProgress = isPlanned && shown.every((one) => one?.status === event.status);
    look(isProgress ? [...PACKAGES, "rows", event.id] : PACKAGES);
    cache.setQueryData<PackageDetail>([...PACKAGES, "detail", event.id], (one) => one && moved(one, event));
    cache.setQueriesData<PackagePage>({ queryKey: [...PACKAGES, "list"] }, (page) =>
      page?.items.some(({ id }) => id === event.id)
        ? { ...page, items: page.items.map((one) => moved(one, event)) }
        : page,
    );
  });
  return useLiveState() === "live";
};
