const PAGE_BITS = 1 << 16;

/** A set of row numbers of a dataset: ten million of them take about a megabyte. */
export class SeenOrdinals {
  private readonly pages = new Map<number, Uint8Array>();

  has(ordinal: number): boolean {
    const page = this.pages.get(Math.floor(ordinal / PAGE_BITS));
    const bit = ordinal % PAGE_BITS;
    return page !== undefined && ((page[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }

  add(ordinal: number): void {
    const number = Math.floor(ordinal / PAGE_BITS);
    const page = this.pages.get(number) ?? new Uint8Array(PAGE_BITS >> 3);
    const bit = ordinal % PAGE_BITS;
    page[bit >> 3] = (page[bit >> 3] ?? 0) | (1 << (bit & 7));
    this.pages.set(number, page);
  }
}
