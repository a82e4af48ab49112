import { reactToFailure } from "./failure-reactions.ts";
import { checkFile } from "./raw-request.ts";

const IS_API = /^\/api(_v1)?\//;
const CHECKED = "checked";
/** Many images fail together when a session ends, so one of them is checked. */
const NEXT_CHECK_MS = 5_000;

/** Starts a download; a refusal is shown as a toast, because the guard below checks it first. */
export const startDownload = (address: string): void => clickLink(address, "");

/**
 * The browser loads downloads and media itself and reports nothing about a refusal. These listeners ask for the reason: an
 * expired session leads to the login, and a refused download or clip shows the server's message in a toast.
 */
export const guardFiles = (): (() => void) => {
  const checking = new Set<string>();
  let nextCheckMs = 0;

  const onClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || !isOurs(link.href) || link.dataset[CHECKED] !== undefined || !isPlainClick(event)) return;
    event.preventDefault();
    const { href } = link;
    const name = link.getAttribute("download");
    if (checking.has(href)) return;
    checking.add(href);
    void checkFile(href)
      .then(() => clickLink(href, name, true), reactToFailure)
      .finally(() => checking.delete(href));
  };

  const onFault = ({ target }: Event): void => {
    const isClip = target instanceof HTMLMediaElement;
    if (!(isClip || target instanceof HTMLImageElement)) return;
    const address = target.currentSrc || target.src;
    if (!isOurs(address) || performance.now() < nextCheckMs) return;
    nextCheckMs = performance.now() + NEXT_CHECK_MS;
    // A missing poster is an ordinary state of its tile, which says so itself.
    void checkFile(address, { range: "bytes=0-0" }).catch((error) => reactToFailure(error, { isSilent: !isClip }));
  };

  document.addEventListener("click", onClick);
  // Errors of elements do not bubble, but they can be captured.
  document.addEventListener("error", onFault, true);
  return () => {
    document.removeEventListener("click", onClick);
    document.removeEventListener("error", onFault, true);
  };
};

const isOurs = (address: string): boolean => {
  if (!URL.canParse(address, window.location.href)) return false;
  const { origin, pathname } = new URL(address, window.location.href);
  return origin === window.location.origin && IS_API.test(pathname);
};

/** Any other click opens a tab or a window, which shows the refusal itself. */
const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  !(event.target as Element).closest("a")?.target;

const clickLink = (address: string, name: string | null, isChecked = false): void => {
  const link = document.createElement("a");
  link.href = address;
  if (name !== null) link.download = name;
  link.hidden = true;
  if (isChecked) link.dataset[CHECKED] = "";
  document.body.append(link);
  link.click();
  link.remove();
};
