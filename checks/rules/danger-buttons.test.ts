import { describe, expect, it } from "vitest";
import { findDangerFaults } from "./danger-buttons.ts";

const linesOf = (text: string): string[] =>
  findDangerFaults("a.tsx", text).map((fault) => fault.split(" ", 1)[0] ?? "");

describe("the check for destructive buttons", () => {
  it("refuses a filled one outside of a dialog", () => {
    expect(linesOf('const A = () => <Button type="primary" danger onClick={b} />;')).toEqual(["a.tsx:1"]);
  });

  it("allows a filled one in a dialog, and outlined ones anywhere", () => {
    expect(linesOf('const A = () => <FormDialog><Button type="primary" danger={is} /></FormDialog>;')).toEqual([]);
    expect(linesOf('const A = () => <Button danger type="text" />;')).toEqual([]);
  });

  it.each([
    ["setIsAsking(true)", "isAsking"],
    ['setOpen("remove")', 'open === "remove"'],
  ])("refuses a button that opens a destructive confirmation by %s and looks harmless", (call, isOpen) => {
    const page = (danger: string): string =>
      `const A = () => (\n<>\n<Button ${danger} onClick={() => ${call}} />\n<Confirm isDangerous isOpen={${isOpen}} />\n</>);`;
    expect(linesOf(page(""))).toEqual(["a.tsx:3"]);
    expect(linesOf(page("danger"))).toEqual([]);
    expect(linesOf(page("").replace("isDangerous", ""))).toEqual([]);
  });
});
