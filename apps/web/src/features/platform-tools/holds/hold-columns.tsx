import type { OpenHold } from "@dailies/contract";
import { Button } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../ui/data-table/types.ts";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { UserLink } from "../user-link.tsx";

export const holdKey = ({ user_email: email, hold }: OpenHold): string => `${email} ${hold}`;

const jobOf = ({ task_id: task, project_id: project, reference }: OpenHold): string =>
  task ?? reference ?? project ?? "–";

export const useHoldColumns = (onVoid: ((hold: OpenHold) => void) | undefined): readonly Column<OpenHold>[] => {
  const { t, i18n } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button's handler changes only with the permission.
  return useMemo(
    () => [
      {
        key: "user",
        title: t("tools.user"),
        widthPx: 200,
        isFixed: true,
        render: ({ user_email: email }) => <UserLink email={email} />,
      },
      { key: "hold", title: t("tools.holds.hold"), widthPx: 70, render: ({ hold }) => `#${hold}` },
      {
        key: "amount",
        title: t("tools.credits"),
        widthPx: 90,
        isNumeric: true,
        render: ({ amount }) => formatCount(amount, i18n.language),
      },
      { key: "held", title: t("tools.holds.held"), widthPx: 120, render: ({ held_at: at }) => <Time at={at} /> },
      { key: "model", title: t("tools.holds.model"), widthPx: 110, render: ({ model }) => model ?? "–" },
      {
        key: "job",
        title: t("tools.holds.job"),
        widthPx: 150,
        render: (hold) => <span title={jobOf(hold)}>{jobOf(hold)}</span>,
      },
      {
        key: "act",
        title: t("tools.action"),
        widthPx: 110,
        isPinned: true,
        isFixed: true,
        render: (hold) => (
          <Button
            size="small"
            disabled={!onVoid}
            aria-label={t("tools.holds.openNamed", { hold: hold.hold, email: hold.user_email })}
            onClick={(event) => {
              event.stopPropagation();
              onVoid?.(hold);
            }}
          >
            {t("tools.holds.open")}
          </Button>
        ),
      },
    ],
    [t, i18n.language, onVoid === undefined],
  );
};
