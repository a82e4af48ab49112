import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import "./page.css";

export interface PageTab {
  key: string;
  title: string;
  /** The link of the tab; each tab has its own URL. */
  to: string;
  /** Shown next to the title, already formatted: "1,204". */
  count?: string;
}

interface PageProps {
  title: string;
  /** One sentence that describes the page. */
  about: string;
  /** The primary action. */
  action?: ReactNode;
  tabs?: readonly PageTab[];
  activeTab?: string;
  /** Fills the available height, for a page whose table scrolls internally. */
  isFilling?: boolean;
  children: ReactNode;
}

export const Page = ({ title, about, action, tabs, activeTab, isFilling, children }: PageProps) => {
  const headingId = useId();
  return (
    <section className={isFilling ? "ds-page ds-page-filling" : "ds-page"} aria-labelledby={headingId}>
      <title>{`${title} · Dailies`}</title>
      <header className="ds-page-head">
        <div className="ds-page-words">
          <h1 id={headingId} className="ds-page-title">
            {title}
          </h1>
          <p className="ds-page-about">{about}</p>
        </div>
        {action === undefined ? null : <div className="ds-page-action">{action}</div>}
      </header>
      {tabs === undefined ? null : <PageTabs name={title} tabs={tabs} activeTab={activeTab} />}
      <div className="ds-page-body">{children}</div>
    </section>
  );
};

interface PageTabsProps {
  name: string;
  tabs: readonly PageTab[];
  activeTab: string | undefined;
}

export const PageTabs = ({ name, tabs, activeTab }: PageTabsProps) => (
  <nav className="ds-page-tabs" aria-label={name}>
    {tabs.map((tab) => (
      <Link key={tab.key} className="ds-page-tab" to={tab.to} aria-current={tab.key === activeTab ? "page" : undefined}>
        {tab.title}
        {tab.count === undefined ? null : <span className="ds-page-tab-count ds-number">{tab.count}</span>}
      </Link>
    ))}
  </nav>
);
