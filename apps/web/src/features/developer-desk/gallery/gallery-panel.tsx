import { Suspense } from "react";
import { Link, useSearchParams } from "react-router";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import "./gallery.css";
import { FIRST_PART, GALLERY_PARTS } from "./gallery-parts.ts";

const PART_KEY = "part";

/** Every UI kit component in each of its states. The selected one is in the URL as `part`. */
export const GalleryPanel = () => {
  const [params] = useSearchParams();
  const chosen = GALLERY_PARTS.find((part) => part.key === params.get(PART_KEY)) ?? FIRST_PART;
  const addressOf = (key: string): string => {
    const next = new URLSearchParams(params);
    next.set(PART_KEY, key);
    return `?${next}`;
  };
  return (
    <div className="gallery">
      <nav className="gallery-list" aria-label="Parts">
        {GALLERY_PARTS.map((part) => (
          <Link key={part.key} to={addressOf(part.key)} aria-current={part === chosen ? "page" : undefined}>
            {part.title}
          </Link>
        ))}
      </nav>
      <article className="gallery-part" aria-labelledby="gallery-part-title">
        <h2 id="gallery-part-title" className="gallery-title">
          {chosen.title}
        </h2>
        <p className="gallery-about">{chosen.about} All content is invented sample content.</p>
        <Suspense fallback={<Skeleton />}>
          <chosen.Examples key={chosen.key} />
        </Suspense>
      </article>
    </div>
  );
};
