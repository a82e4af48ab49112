import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../lib/lazy-part.ts";
import { loadWithWords } from "../../lib/load-words.ts";
import styles from "./shells.module.css";

/** The count needs the live connection, whose scripts must not delay the screen. */
const COUNT_AFTER_MS = 1_500;
const MAX_SHOWN = 99;

const UnreadCount = lazyPart(async () => (await import("../../features/notifications/unread-count.tsx")).UnreadCount);
const NotificationList = lazyPart(
  async () =>
    (await loadWithWords(["notifications"], () => import("../../features/notifications/notification-list.tsx")))
      .NotificationList,
);

/** Unread notifications, and the list of all. */
export const BellButton = () => {
  const { t } = useTranslation();
  const [isCounting, setIsCounting] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const [unread, setUnread] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setIsCounting(true), COUNT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const name = t("frame.menu.notifications", { count: unread });
  return (
    <>
      <button type="button" className={styles.bell} title={name} onClick={() => setIsOpen(true)}>
        <Bell />
        <span className="ds-visually-hidden">{name}</span>
        {unread > 0 && (
          <span className={styles.unread} aria-hidden="true">
            {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
          </span>
        )}
      </button>
      <Suspense>
        {isCounting && <UnreadCount onCount={setUnread} />}
        {isOpen && <NotificationList onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
};

/** Drawn here: every page loads it, and an icon component costs five times as many bytes. */
const Bell = () => (
  <svg
    width="1em"
    height="1em"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.2"
    aria-hidden="true"
  >
    <path d="M3.5 12.5h9M4.5 12.5V7a3.5 3.5 0 0 1 7 0v5.5M8 3.5V2M6.5 14h3" />
  </svg>
);
