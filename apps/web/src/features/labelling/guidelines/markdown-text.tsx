import { Fragment, useMemo } from "react";
import styles from "./guidelines.module.css";
import { type Block, type Inline, parseMarkdown } from "./parse-markdown.ts";

/** Markdown as elements; never through `innerHTML`, which Trusted Types forbid. */
export const MarkdownText = ({ text }: { text: string }) => {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div className={styles.text}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text are identified by their place.
        <BlockText key={at} block={block} />
      ))}
    </div>
  );
};

const HEADINGS = { 1: "h2", 2: "h3", 3: "h4" } as const;

const BlockText = ({ block }: { block: Block }) => {
  switch (block.kind) {
    case "heading": {
      const Heading = HEADINGS[block.level];
      return (
        <Heading>
          <Parts parts={block.parts} />
        </Heading>
      );
    }
    case "list": {
      const List = block.isOrdered ? "ol" : "ul";
      return (
        <List>
          {block.items.map((parts, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <li key={at}>
              <Parts parts={parts} />
            </li>
          ))}
        </List>
      );
    }
    case "quote":
      return (
        <blockquote>
          <Parts parts={block.parts} />
        </blockquote>
      );
    case "code":
      return <pre>{block.text}</pre>;
    case "rule":
      return <hr />;
    case "paragraph":
      return (
        <p>
          <Parts parts={block.parts} />
        </p>
      );
  }
};

const Parts = ({ parts }: { parts: readonly Inline[] }) =>
  parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    <Fragment key={at}>
      <Part part={part} />
    </Fragment>
  ));

const Part = ({ part }: { part: Inline }) => {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return <code>{part.text}</code>;
    case "strong":
      return (
        <strong>
          <Parts parts={part.parts} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Parts parts={part.parts} />
        </em>
      );
    case "link":
      return (
        <a href={part.href} target="_blank" rel="noreferrer noopener">
          <Parts parts={part.parts} />
        </a>
      );
  }
};
