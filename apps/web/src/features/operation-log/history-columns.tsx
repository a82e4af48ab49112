import type { OperationLogEntry } from "@dailies/contract";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { localZone } from "../../shared/time-span/zone.ts";
import type { Column } from "../../ui/data-table/types.ts";
import { formatExact, formatMinute } from "../../ui/format.ts";
import { changeWords, momentOfEntry } from "./entry.rules.ts";
import { EntryResult } from "./entry-result.tsx";
import { EntryTarget } from "./entry-target.tsx";
import styles from "./history.module.css";
import { useOperationWords } from "./operations.ts";

export const entryKey = ({ seq }: OperationLogEntry): string => String(seq);

/** Entries merely reported by a browser are muted, unlike those the server observed. */
const Cell = ({ entry, title, children }: { entry: OperationLogEntry; title?: string; children: ReactNode }) => (
  <span className={entry.source === "client" ? styles.claimed : undefined} title={title}>
    {children}
  </span>
);

export const useHistoryColumns = (): readonly Column<OperationLogEntry>[] => {
  const { t, i18n } = useTranslation();
  const { words } = useOperationWords();
  const locale = i18n.language;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the strings change with `t`.
  return useMemo(() => {
    const column = (
      key: "seq" | "actor" | "operation" | "change" | "reason",
      widthPx: number,
      text: (entry: OperationLogEntry) => string,
    ): Column<OperationLogEntry> => ({
      key,
      title: t(`history.columns.${key}`),
      widthPx,
      render: (entry) => (
        <Cell entry={entry} title={text(entry)}>
          {text(entry) || <span className={styles.quiet}>–</span>}
        </Cell>
      ),
    });
    // Together at most 774 px: all columns fit beside the menu in a window of 1,024 px.
    return [
      { ...column("seq", 64, ({ seq }) => `#${seq}`), isFixed: true },
      {
        key: "time",
        title: t("history.columns.time", { zone: localZone() }),
        widthPx: 152,
        render: (entry) => {
          const at = momentOfEntry(entry);
          return (
            <Cell entry={entry}>
              <time dateTime={at} title={formatExact(new Date(at), locale)}>
                {formatMinute(new Date(at), locale)}
              </time>
            </Cell>
          );
        },
      },
      column("actor", 72, (entry) => entry.user_name),
      { ...column("operation", 104, (entry) => words(entry.op_type)), isFixed: true },
      {
        key: "target",
        title: t("history.columns.target"),
        widthPx: 92,
        render: (entry) => (
          <Cell entry={entry}>
            <EntryTarget entry={entry} />
          </Cell>
        ),
      },
      column("change", 92, ({ meta }) => changeWords(meta, locale)),
      column("reason", 68, ({ meta }) => meta.reason),
      {
        key: "result",
        title: t("history.columns.result"),
        widthPx: 124,
        render: (entry) => <EntryResult entry={entry} />,
      },
    ];
  }, [t, locale]);
};
