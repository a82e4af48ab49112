import { StatusTag } from "../../../../ui/feedback/status-tag.tsx";
import { Example } from "../example.tsx";

export const StatusTagExamples = () => (
  <Example state="All of them">
    <div className="gallery-card gallery-row">
      <StatusTag tone="success">Finished</StatusTag>
      <StatusTag tone="warning">Needs review</StatusTag>
      <StatusTag tone="error">Failed</StatusTag>
      <StatusTag tone="info">Generating</StatusTag>
      <StatusTag tone="neutral">Waiting</StatusTag>
    </div>
  </Example>
);
