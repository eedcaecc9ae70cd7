/** Storage that survives a reload. Entries are plain data and have one owner at a time. */
export interface Persistence<Entry> {
  load(): Promise<readonly Entry[]>;
  save(entries: readonly Entry[]): Promise<void>;
}
