import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { gridOf, readTimesOf } from "../../../shared/frame-player/frame-times.queries.ts";
import type { PlayerHandle } from "../../../shared/synced-player/use-player.ts";
import type { ClipItem } from "./clip-item.ts";

/**
 * Steps by the frames that the file lists, so that the times of segments are exact. Without them, or while they load, frames
 * are even.
 */
export const useExactFrames = (handle: PlayerHandle | undefined, item: ClipItem, isNeeded: boolean): void => {
  const url = item.media?.url ?? "";
  const { data: frames } = useQuery({
    queryKey: ["labelling", "frames", item.lease_id],
    queryFn: async ({ signal }) => gridOf(await readTimesOf(url, signal)),
    enabled: isNeeded && item.media?.content_type === "video/mp4",
    staleTime: Number.POSITIVE_INFINITY,
    // A grid contains functions, which cannot be compared.
    structuralSharing: false,
    retry: false,
    meta: { silent: true },
  });
  useEffect(() => {
    if (handle && frames) handle.controller.setFrames(frames);
  }, [handle, frames]);
};
