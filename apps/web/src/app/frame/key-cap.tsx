import styles from "./key-cap.module.css";

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

const ARROWS: Readonly<Record<string, string>> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

const shownKey = (key: string): string => {
  if (key === "mod") return isMac() ? "⌘" : "Ctrl";
  if (key === "Escape") return "Esc";
  if (key === " ") return "Space";
  return key.length === 1 ? key.toUpperCase() : (ARROWS[key] ?? key);
};

export const KeyCaps = ({ keys }: { keys: readonly string[] }) => (
  <span className={styles.caps}>
    {keys.map((key) => (
      <kbd key={key} className={styles.cap}>
        {shownKey(key)}
      </kbd>
    ))}
  </span>
);
