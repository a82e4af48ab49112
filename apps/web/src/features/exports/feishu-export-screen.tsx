import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { formatCount } from "../../ui/format.ts";
import { Page } from "../../ui/page.tsx";
import { exportsQuery } from "./exports.queries.ts";
import { ExportList } from "./list/export-list.tsx";
import { NewExport } from "./new/new-export.tsx";

const VIEWS = ["new", "list"] as const;
type View = (typeof VIEWS)[number];

const useView = (): { view: View; linkTo: (view: View) => string } => {
  const [params] = useSearchParams();
  return {
    view: VIEWS.find((view) => view === params.get("view")) ?? "new",
    linkTo: (view) => {
      const next = new URLSearchParams(params);
      next.delete("export");
      if (view === "new") next.delete("view");
      else next.set("view", view);
      return `?${next}`;
    },
  };
};

/** Exports generated and judged data to a file or a Lark table. */
export const Component = () => {
  const { t, i18n } = useTranslation();
  const { view, linkTo } = useView();
  const { data } = useQuery(exportsQuery({ limit: 1, offset: 0 }));
  return (
    <Page
      isFilling={view === "list"}
      title={t("screens.feishuExport.title")}
      about={t("screens.feishuExport.purpose")}
      action={
        <Link to={PATHS.taskManage}>
          <Button tabIndex={-1}>{t("exports.back")}</Button>
        </Link>
      }
      tabs={[
        { key: "new", title: t("exports.views.new"), to: linkTo("new") },
        {
          key: "list",
          title: t("exports.views.list"),
          to: linkTo("list"),
          ...(data && { count: formatCount(data.total, i18n.language) }),
        },
      ]}
      activeTab={view}
    >
      {view === "list" ? <ExportList linkToNew={linkTo("new")} /> : <NewExport linkToList={linkTo("list")} />}
    </Page>
  );
};
