import { ImportOutlined, PlusOutlined } from "@ant-design/icons";
import { EVALUATION_MODES } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Space } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PATHS } from "../../../lib/paths.ts";
import { FilterBar } from "../../../ui/filters/filter-bar.tsx";
import { useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { Page } from "../../../ui/page.tsx";
import { BackLink } from "../back-link.tsx";
import styles from "../dimensions.module.css";
import { setsQuery } from "../dimensions.queries.ts";
import { type EditorAddress, NEW } from "../use-editor-address.ts";
import { ImportSetDialog } from "./import-set-dialog.tsx";
import { setFilters } from "./set-filters.ts";
import { SetTable } from "./set-table.tsx";
import { Starters } from "./starters.tsx";

/** All sets; if there are none, the starter sets. */
export const SetsPage = ({ address }: { address: EditorAddress }) => {
  const { t } = useTranslation();
  const [isImporting, setIsImporting] = useState(false);
  const filters = useUrlFilters(setFilters);
  const { q, mode, is_archived, page, page_size } = filters.values;
  const list = useQuery(
    setsQuery({
      ...(q && { q }),
      ...(mode && { mode }),
      is_archived: is_archived ?? "false",
      limit: page_size,
      offset: (page - 1) * page_size,
    }),
  );
  const isBlank = list.data?.total === 0 && filters.changed.length === 0;
  return (
    <div className={styles.screen}>
      <BackLink to={PATHS.taskManage}>{t("dimensions.backToTasks")}</BackLink>
      <Page
        title={t("screens.dimensionSetEditor.title")}
        about={t("screens.dimensionSetEditor.purpose")}
        action={
          <Space>
            <Button icon={<ImportOutlined aria-hidden="true" />} onClick={() => setIsImporting(true)}>
              {t("dimensions.sets.import")}
            </Button>
            <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => address.openSet(NEW)}>
              {t("dimensions.sets.create")}
            </Button>
          </Space>
        }
      >
        {isBlank ? null : (
          <>
            <FilterBar
              filters={filters}
              searchKey="q"
              searchLabel={t("dimensions.sets.search")}
              fields={[
                {
                  key: "mode",
                  label: t("dimensions.mode"),
                  options: EVALUATION_MODES.map((value) => ({ value, label: t(`dimensions.modes.${value}.name`) })),
                },
                {
                  key: "is_archived",
                  label: t("dimensions.archive"),
                  options: [{ value: "true", label: t("dimensions.archivedOnly") }],
                },
              ]}
            />
            <SetTable list={list} filters={filters} onOpen={address.openSet} />
          </>
        )}
        <Starters isAlone={isBlank} onMade={address.openSet} />
        <ImportSetDialog
          isOpen={isImporting}
          onClose={() => setIsImporting(false)}
          onImported={(id) => {
            setIsImporting(false);
            address.openSet(id);
          }}
        />
      </Page>
    </div>
  );
};
