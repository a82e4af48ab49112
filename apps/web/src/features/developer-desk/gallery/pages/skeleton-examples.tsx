import { Skeleton } from "../../../../ui/feedback/skeleton.tsx";
import { Example } from "../example.tsx";

export const SkeletonExamples = () => (
  <Example state="Six lines">
    <div className="gallery-card">
      <Skeleton rows={6} />
    </div>
  </Example>
);
