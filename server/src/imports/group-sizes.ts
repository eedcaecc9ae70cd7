/** How many rows a mention of a group needs: one for each of its members, also for those whose accounts wait for them. */
import { expectedMembersOf } from "../kernel/access/store.ts";
import type { GroupId } from "../kernel/api/ids.ts";
import type { Db } from "../kernel/db/handles.ts";

export class GroupSizes {
  readonly #db: Db;
  /** As they were when they were first asked for: the size of a transaction needs no better. */
  readonly #known = new Map<GroupId, number>();

  constructor(db: Db) {
    this.#db = db;
  }

  async of(groups: readonly GroupId[]): Promise<number> {
    let sum = 0;
    for (const group of groups) {
      const size = this.#known.get(group) ?? (await expectedMembersOf(this.#db, [group])).length;
      this.#known.set(group, size);
      sum += size;
    }
    return sum;
  }
}
