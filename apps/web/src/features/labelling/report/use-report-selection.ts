import { useSearchParams } from "react-router";

interface Selected {
  field?: string | undefined;
  one?: string | undefined;
  other?: string | undefined;
}

export interface ReportSelection extends Selected {
  show: (selected: Selected) => void;
}

const NAMES = ["field", "one", "other"] as const;

/** The field and the pair of people that are shown, kept in the URL. */
export const useReportSelection = (): ReportSelection => {
  const [params, setParams] = useSearchParams();
  const show = (selected: Selected): void => {
    const next = new URLSearchParams(params);
    for (const name of NAMES) {
      const value = selected[name];
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace: true });
  };
  const read = (name: (typeof NAMES)[number]): string | undefined => params.get(name) ?? undefined;
  return { field: read("field"), one: read("one"), other: read("other"), show };
};
