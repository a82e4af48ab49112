import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "../format.ts";
import { IconButton } from "../icon-button.tsx";
import "./data-table.css";
import type { Paging } from "./types.ts";

const PAGE_SIZES = [10, 30, 50, 100, 200];

/** Page numbers are one-based. Changing the size keeps the first row of the page visible. */
export const Pager = ({ name, paging }: { name: string; paging: Paging }) => {
  const { t, i18n } = useTranslation();
  const { page, pageSize, total, maxPageSize = Number.POSITIVE_INFINITY, onChange } = paging;
  const [chosenSize, setChosenSize] = useEdited(pageSize);
  const count = (value: number): string => formatCount(value, i18n.language);
  const pages = Math.max(1, Math.ceil(total / chosenSize));
  const from = (page - 1) * pageSize + 1;
  const sizes = [...new Set([...PAGE_SIZES.filter((size) => size <= maxPageSize), pageSize])].sort((a, b) => a - b);
  // Nothing was found or nothing could be read: the list says which.
  if (total === 0) return null;
  return (
    <nav className="ds-pager" aria-label={t("ui.table.pages", { name })}>
      <span className="ds-number">
        {t("ui.table.range", { from: count(from), to: count(Math.min(total, page * pageSize)), total: count(total) })}
      </span>
      <label className="ds-pager-size">
        {t("ui.table.rowsPerPage")}
        <select
          value={chosenSize}
          onChange={(event) => {
            const size = Number(event.target.value);
            setChosenSize(size);
            onChange(Math.floor((from - 1) / size) + 1, size);
          }}
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      {paging.canJump ? (
        <PageJump page={page} pages={pages} onJump={(next) => onChange(next, chosenSize)} />
      ) : (
        <span className="ds-number">{t("ui.table.page", { page: count(page), pages: count(pages) })}</span>
      )}
      <IconButton
        size="small"
        name={t("ui.table.previousPage")}
        icon={<LeftOutlined aria-hidden="true" />}
        isDisabled={page <= 1}
        onClick={() => onChange(page - 1, pageSize)}
      />
      <IconButton
        size="small"
        name={t("ui.table.nextPage")}
        icon={<RightOutlined aria-hidden="true" />}
        isDisabled={page >= pages}
        onClick={() => onChange(page + 1, pageSize)}
      />
    </nav>
  );
};

/** The entered value, until the list shows another one: the list reflects a change with a delay. */
const useEdited = <T,>(shown: T): [T, (edited: T) => void] => {
  const [edited, setEdited] = useState(shown);
  const [seen, setSeen] = useState(shown);
  if (shown !== seen) {
    setSeen(shown);
    setEdited(shown);
  }
  return [edited, setEdited];
};

interface PageJumpProps {
  page: number;
  pages: number;
  onJump: (page: number) => void;
}

/** The page number as an input: Enter jumps there, and a number past the end to the last page. */
const PageJump = ({ page, pages, onJump }: PageJumpProps) => {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useEdited(String(page));
  const jump = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = Math.min(pages, Math.max(1, Math.trunc(Number(typed))));
    if (typed.trim() === "" || Number.isNaN(wanted) || wanted === page) setTyped(String(page));
    else onJump(wanted);
  };
  return (
    <form className="ds-pager-jump ds-number" onSubmit={jump}>
      <label>
        {t("ui.table.goToPage")}
        <input
          inputMode="numeric"
          size={Math.max(2, String(pages).length)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => setTyped(String(page))}
        />
      </label>
      {t("ui.table.ofPages", { pages: formatCount(pages, i18n.language) })}
    </form>
  );
};
