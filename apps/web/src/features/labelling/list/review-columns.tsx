import { type LabelTaskItem, MAX_CHECKS_COUNTED } from "@dailies/contract";
import { Button } from "antd";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { labelTaskAddress } from "../../../lib/paths.ts";
import type { Column } from "../../../ui/data-table/types.ts";
import { formatCount } from "../../../ui/format.ts";
import styles from "./list.module.css";

const MODES = { reviews: "review", adjudications: "adjudicate" } as const;
type CheckKind = keyof typeof MODES;

const modeAddress = (id: string, kind: CheckKind): string => `${labelTaskAddress(id)}?mode=${MODES[kind]}`;

/** Opens what waits: reviews first. */
export const checkAddress = ({ id, checks }: LabelTaskItem): string =>
  modeAddress(id, (checks?.reviews ?? 0) > 0 ? "reviews" : "adjudications");

const countText = (count: number, t: TFunction, language: string): string => {
  const shown = formatCount(count, language);
  return count >= MAX_CHECKS_COUNTED ? t("labelling.review.atLeast", { shown }) : shown;
};

const CheckLinks = ({ task: { id, name, checks } }: { task: LabelTaskItem }) => {
  const { t } = useTranslation();
  return (
    <span className={styles.checks}>
      {(["reviews", "adjudications"] as const)
        .filter((kind) => (checks?.[kind] ?? 0) > 0)
        .map((kind) => (
          <Link key={kind} to={modeAddress(id, kind)} aria-label={t(`labelling.review.${MODES[kind]}Of`, { name })}>
            <Button size="small" tabIndex={-1}>
              {t(`labelling.review.${MODES[kind]}`)}
            </Button>
          </Link>
        ))}
    </span>
  );
};

/** The columns of the tab Review: what waits for a second person in each task. */
export const useReviewColumns = (): Column<LabelTaskItem>[] => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(
    () => [
      {
        key: "name",
        title: t("labelling.list.name"),
        widthPx: 240,
        isFixed: true,
        render: (task) => (
          <span className={styles.name} title={task.name}>
            {task.name}
          </span>
        ),
      },
      {
        key: "template",
        title: t("labelling.list.template"),
        widthPx: 190,
        render: ({ template }) => <span title={template.name}>{`${template.name} v${template.version}`}</span>,
      },
      {
        key: "reviews",
        title: t("labelling.review.reviews"),
        widthPx: 150,
        isNumeric: true,
        render: ({ checks }) => countText(checks?.reviews ?? 0, t, language),
      },
      {
        key: "adjudications",
        title: t("labelling.review.adjudications"),
        widthPx: 160,
        isNumeric: true,
        render: ({ checks }) => countText(checks?.adjudications ?? 0, t, language),
      },
      { key: "owner", title: t("labelling.list.owner"), widthPx: 120, render: ({ owner }) => owner },
      {
        key: "acts",
        title: t("labelling.list.acts"),
        widthPx: 220,
        isPinned: true,
        isFixed: true,
        render: (task) => <CheckLinks task={task} />,
      },
    ],
    [t, language],
  );
};
