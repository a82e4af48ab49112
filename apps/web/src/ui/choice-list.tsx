import type { CSSProperties, ReactNode } from "react";
import { Link } from "react-router";
import "./choice-list.css";

interface ChoiceListProps {
  /** How many columns follow the name. */
  columns: number;
  /** One list or several, each in a section with a heading. */
  children: ReactNode;
}

/** Lists of things to open, one row each, with the columns of all lists in line. */
export const ChoiceList = ({ columns, children }: ChoiceListProps) => (
  <div className="ds-choice-list" style={{ "--columns": columns } as CSSProperties}>
    {children}
  </div>
);

interface ChoiceProps {
  to: string;
  /** The name, then a cell for each column, also where it is empty. */
  children: ReactNode;
  /** Picks the row for something else than opening it. */
  pick?: { name: string; isPicked: boolean; isOff: boolean; onChange: () => void } | undefined;
}

/** A row of a list inside `ChoiceList`; all of it is the link. */
export const Choice = ({ to, pick, children }: ChoiceProps) => (
  <li>
    {pick ? (
      <input
        type="checkbox"
        className="ds-choice-check"
        aria-label={pick.name}
        checked={pick.isPicked}
        disabled={pick.isOff}
        onChange={pick.onChange}
      />
    ) : null}
    <Link className="ds-choice-link" to={to}>
      {children}
    </Link>
  </li>
);
