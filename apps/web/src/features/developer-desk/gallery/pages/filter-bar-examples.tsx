import { moment } from "@dailies/contract";
import { z } from "zod";
import { FilterBar } from "../../../../ui/filters/filter-bar.tsx";
import { useUrlFilters } from "../../../../ui/filters/use-url-filters.ts";
import { Example } from "../example.tsx";

const STATUSES = ["Init", "Generating", "Benchmarking", "Finished"] as const;

const schema = z.object({
  q: z.string().default(""),
  status: z.preprocess(
    (raw) => (raw === undefined || Array.isArray(raw) ? raw : [raw]),
    z.array(z.enum(STATUSES)).default([]),
  ),
  kind: z.enum(["Benchmark", "Evaluation"]).optional(),
  from: moment.optional(),
  to: moment.optional(),
});

const FIELDS = [
  {
    key: "status",
    label: "Status",
    isMany: true,
    options: STATUSES.map((status) => ({ value: status, label: status })),
  },
  {
    key: "kind",
    label: "Kind",
    options: [
      { value: "Benchmark", label: "Benchmark" },
      { value: "Evaluation", label: "Evaluation" },
    ],
  },
  { kind: "time-range", fromKey: "from", toKey: "to", label: "Created" },
] as const;

export const FilterBarExamples = () => {
  const filters = useUrlFilters(schema);
  return (
    <>
      <Example state="Bound to this page's address" note="Set a filter and look at the address; Back undoes it.">
        <FilterBar filters={filters} fields={FIELDS} searchKey="q" searchLabel="Name or owner" />
      </Example>
      <Example state="What the screen reads from it">
        <code className="ds-mono">{JSON.stringify(filters.values)}</code>
      </Example>
    </>
  );
};
