import { useState } from "react";
import { LazySyncedPlayer } from "../../../../shared/synced-player/lazy-synced-player.tsx";
import { Example } from "../example.tsx";
import { SAMPLE_POSTER, sampleFilmAddress } from "../sample-film.ts";

/** A four-byte invalid video, as an allowed blob URL. */
const brokenFilmAddress = (): string => URL.createObjectURL(new Blob([new Uint8Array(4)], { type: "video/mp4" }));

export const SyncedPlayerExamples = () => {
  const [film] = useState(sampleFilmAddress);
  const [brokenFilm] = useState(brokenFilmAddress);
  const clip = (number: number) => ({
    id: `sample-${number}`,
    title: `Model ${"ABCD"[number - 1]}`,
    subtitle: `seed ${number * 7} · 160×90 · 2 s · 12 fps`,
    media_url: film,
    poster: SAMPLE_POSTER,
    fps: 12,
    duration: 2,
  });
  const broken = { ...clip(3), media_url: brokenFilm };
  const warned = { ...clip(4), warnings: ["Asked for 5 s, got 2 s"] };
  return (
    <>
      <Example state="Two clips" note="With the focus inside: Space, ← →, i, o, m, x and the numbers.">
        <LazySyncedPlayer clips={[clip(1), clip(2)]} takesFocus={false} startsAs="wipe" />
      </Example>
      <Example state="Four clips: one that cannot be played, one that came too short">
        <LazySyncedPlayer clips={[clip(1), clip(2), broken, warned]} takesFocus={false} startsAs="side" />
      </Example>
    </>
  );
};
