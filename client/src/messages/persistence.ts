/** Where entries are kept over a reload. They have nothing in them but data, and one owner at a time. */
export interface Persistence<Entry> {
  load(): Promise<readonly Entry[]>;
  save(entries: readonly Entry[]): Promise<void>;
}
