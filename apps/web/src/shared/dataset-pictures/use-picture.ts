import type { PictureKind } from "@dailies/contract";
import { useEffect, useState } from "react";
import { useLive } from "../../lib/live/live.ts";
import { pictureAddress } from "../dataset-address/picture-address.ts";

export interface PictureOf {
  readonly id: string;
  /** Undefined for the newest version. */
  readonly version: number | undefined;
  readonly ordinal: number;
  readonly what: PictureKind;
}

/** The event stream reports most pictures; this backoff is for events that were missed. */
const PENDING_RETRY_MS = [4_000, 15_000, 60_000];
/** A failure may be that of a server that restarts. */
const FAILED_RETRY_MS = [15_000];
const TOPICS = ["pictures"];
const NONE: string[] = [];

interface PictureState {
  readonly name: string | undefined;
  readonly retries: number;
  readonly status: "loading" | "shown" | "pending" | "failed";
}

const BEGIN: PictureState = { name: undefined, retries: 0, status: "loading" };

/** The server replies with a single transparent pixel while it renders a picture. */
const isPlaceholder = ({ naturalWidth }: HTMLImageElement): boolean => naturalWidth === 1;

/**
 * The URL of a poster or sprite, which changes when it is worth loading again: the server replies at once, with a
 * placeholder while the picture is being rendered, and the event stream says when it is there.
 */
export const usePicture = (picture: PictureOf | undefined) => {
  const name = picture ? pictureAddress(picture) : undefined;
  const [state, setState] = useState<PictureState>(BEGIN);
  const { retries, status } = state.name === name ? state : BEGIN;

  useLive(picture && status === "pending" ? TOPICS : NONE, (event) => {
    if (event.kind === "reset" || (event.kind === "picture" && picture && isSame(event, picture)))
      setState({ name, retries: retries + 1, status: "loading" });
  });
  useEffect(() => {
    const waitMs = status === "pending" ? PENDING_RETRY_MS[retries] : FAILED_RETRY_MS[retries];
    if ((status !== "pending" && status !== "failed") || waitMs === undefined) return undefined;
    const timer = setTimeout(() => setState({ name, retries: retries + 1, status: "loading" }), waitMs);
    return () => clearTimeout(timer);
  }, [name, retries, status]);

  return {
    // Another URL, because browsers keep an image in memory for as long as it is shown.
    url: name === undefined || retries === 0 ? name : `${name}&again=${retries}`,
    hasFailed: status === "failed",
    onLoad: (image: HTMLImageElement): void =>
      setState({ name, retries, status: isPlaceholder(image) ? "pending" : "shown" }),
    onError: (): void => setState({ name, retries, status: "failed" }),
  };
};

const isSame = (
  event: { dataset_id: string; version: number; ordinal: number; what: PictureKind },
  { id, version, ordinal, what }: PictureOf,
): boolean =>
  event.dataset_id === id &&
  event.ordinal === ordinal &&
  event.what === what &&
  (version === undefined || event.version === version);
