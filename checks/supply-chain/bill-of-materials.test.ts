import { describe, expect, it } from "vitest";
import { billFaults, completeBill } from "./bill-of-materials.ts";

const hashed = [{ hashes: [{ alg: "SHA-512" }] }];
const bill = {
  bomFormat: "CycloneDX",
  serialNumber: "urn:uuid:1",
  metadata: { timestamp: "2026-01-01T00:00:00Z" },
  components: [
    { name: "worker", group: "@some", version: "1.0.0", licenses: [{}], externalReferences: hashed },
    { name: "plain", version: "2.0.0", externalReferences: hashed },
  ],
};
const installed = [
  { name: "@some/worker", version: "1.0.0", license: "MIT" },
  { name: "plain", version: "2.0.0", licenses: [{ type: "ISC" }] },
];

describe("the bill of materials", () => {
  it("has the licence of every installed package and nothing that differs between two builds", () => {
    const complete = completeBill(bill, installed);
    expect(complete.components.find(({ name }) => name === "plain")?.licenses).toEqual([{ license: { name: "ISC" } }]);
    expect(JSON.stringify(complete)).not.toMatch(/urn:uuid|timestamp/);
    expect(billFaults(complete, installed)).toEqual([]);
  });

  it("lists the packages in one order, whatever order they were given in", () => {
    const reversed = { ...bill, components: bill.components.toReversed() };
    expect(JSON.stringify(completeBill(reversed, installed))).toBe(JSON.stringify(completeBill(bill, installed)));
  });

  it("is refused when an installed package, a hash or a licence is missing", () => {
    const [first] = bill.components;
    const broken = { ...bill, components: [{ ...first, name: "worker", version: "1.0.0", externalReferences: [] }] };
    expect(billFaults(broken, installed)).toEqual([
      "plain@2.0.0 is installed for production and not in the bill of materials",
      "@some/worker@1.0.0 has no SHA-512 in the lockfile",
    ]);
    expect(billFaults(bill, installed)).toEqual(["plain@2.0.0 has no licence in the bill of materials"]);
  });
});
