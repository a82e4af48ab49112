import { useState } from "react";
import { Clip } from "../../../../ui/clip/clip.tsx";
import { Example } from "../example.tsx";
import { SAMPLE_POSTER, SAMPLE_SPRITE, sampleFilmAddress } from "../sample-film.ts";

const MANY = Array.from({ length: 10 }, (_, index) => `Sample ${index + 1}`);

export const ClipExamples = () => {
  const [film] = useState(sampleFilmAddress);
  const full = { poster: SAMPLE_POSTER, sprite: SAMPLE_SPRITE, media: film, durationS: 2 };
  return (
    <>
      <Example state="Poster, sprite and film">
        <div className="gallery-clips">
          <Clip name="Crossing square" {...full} />
        </div>
      </Example>
      <Example state="Poster alone; no picture yet; a picture that failed; a film that fails">
        <div className="gallery-clips">
          <Clip name="Still" poster={SAMPLE_POSTER} />
          <Clip name="Fresh" notice="Being checked" />
          <Clip name="Broken picture" poster="data:image/png;base64,AAAA" durationS={75} />
          <Clip name="Broken film" poster={SAMPLE_POSTER} media="data:video/mp4;base64,AAAA" durationS={3725} />
        </div>
      </Example>
      <Example
        state="Ten, of which eight can play at a time"
        note="Playing a ninth frees the one that has played longest."
      >
        <div className="gallery-clips">
          {MANY.map((name) => (
            <Clip key={name} name={name} {...full} />
          ))}
        </div>
      </Example>
    </>
  );
};
