import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { renderPart } from "../../../ui/testing/render.tsx";
import { aFile } from "../testing/some-content.ts";
import { ContentMedia } from "./content-media.tsx";

const old = (renew: () => Promise<unknown>) => ({ givenAtMs: Date.now() - 20 * 60_000, renew });

/** A list that returns a new URL for its file on every read. */
const Renewing = ({ onRenew }: { onRenew: () => void }) => {
  const [reads, setReads] = useState(1);
  const read = (): void => setReads((before) => before + 1);
  const renew = (): Promise<void> => {
    onRenew();
    read();
    return Promise.resolve();
  };
  return (
    <>
      <ContentMedia
        name="Fox"
        file={aFile({ url: `https://media.test/${reads}.mp4` })}
        renewal={old(renew)}
        playsAtOnce
      />
      <button type="button" onClick={read}>
        Read the list
      </button>
    </>
  );
};

it("the media player keeps the URL that plays, and takes the newest when it has expired", () => {
  const renew = vi.fn();
  const { container } = renderPart(<Renewing onRenew={renew} />);
  const source = (): string | null | undefined => container.querySelector("video")?.getAttribute("src");
  const fail = (): boolean => fireEvent.error(container.querySelector("video") as HTMLVideoElement);
  fireEvent.click(screen.getByRole("button", { name: "Read the list" }));
  expect(source()).toBe("https://media.test/1.mp4");
  fail();
  expect(source()).toBe("https://media.test/2.mp4");
  expect(renew).not.toHaveBeenCalled();
  fail();
  expect(renew).toHaveBeenCalledTimes(1);
  expect(source()).toBe("https://media.test/3.mp4");
});

it("the media player does not ask again for what was given just now, and offers the file instead", () => {
  const renew = vi.fn(() => Promise.resolve());
  const file = aFile({ kind: "image", mime: "image/svg+xml", url: "https://media.test/x.svg" });
  renderPart(<ContentMedia name="Fox" file={file} renewal={{ givenAtMs: Date.now(), renew }} />);
  fireEvent.error(screen.getByRole("img", { name: "Fox" }));
  expect(renew).not.toHaveBeenCalled();
  expect(screen.getByRole("link").getAttribute("href")).toBe("https://media.test/x.svg");
});

it("the media player plays audio for what has no picture", () => {
  const file = aFile({ kind: "audio", mime: "audio/mpeg", url: "https://media.test/x.mp3" });
  renderPart(<ContentMedia name="Rain" file={file} renewal={old(() => Promise.resolve())} />);
  expect(screen.getByLabelText("Rain").getAttribute("src")).toBe("https://media.test/x.mp3");
});
