import type { UserId } from "../kernel/api/ids.ts";

/** Who has muted whom in an organization. */
export class Mutes {
  readonly #mutedBy = new Map<UserId, readonly UserId[]>();
  readonly #mutersOf = new Map<UserId, Set<UserId>>();

  mutersOf(user: UserId): Iterable<UserId> {
    return this.#mutersOf.get(user) ?? [];
  }

  /** From now on, the user has muted these and nobody else. */
  replace(user: UserId, muted: readonly UserId[]): void {
    for (const former of this.#mutedBy.get(user) ?? []) {
      const muters = this.#mutersOf.get(former);
      muters?.delete(user);
      if (muters?.size === 0) this.#mutersOf.delete(former);
    }
    if (muted.length === 0) this.#mutedBy.delete(user);
    else this.#mutedBy.set(user, muted);
    for (const each of muted) {
      const muters = this.#mutersOf.get(each);
      if (muters) muters.add(user);
      else this.#mutersOf.set(each, new Set([user]));
    }
  }
}
