import type { ReactNode } from "react";

interface ExampleProps {
  /** The state shown: "Loading", "Empty", "Full". */
  state: string;
  note?: string;
  children: ReactNode;
}

export const Example = ({ state, note, children }: ExampleProps) => (
  <section className="gallery-example" aria-label={state}>
    <h3 className="gallery-state">{state}</h3>
    {note === undefined ? null : <p className="gallery-note">{note}</p>}
    {children}
  </section>
);
