/** Which id everything of the other server has here; kept with what imports took (`imported_item`). */

import { insertItem, itemsOf, type Origin } from "../imports/store.ts";
import type { RealmId } from "../kernel/api/ids.ts";
import type { Db, TurnTx } from "../kernel/db/handles.ts";
import type { OrganizationState, PermissionState } from "./state.ts";

type FollowedKind = "person" | "channel" | "group" | "emoji" | "profile_field" | "folder";
const KINDS: readonly FollowedKind[] = ["person", "channel", "group", "emoji", "profile_field", "folder"];

export class Correspondence {
  readonly origin: Origin;
  readonly #maps = new Map<FollowedKind, Map<number, number>>();
  /** System groups are each server's own, with the same names. */
  readonly #systemGroups = new Map<number, number>();

  private constructor(origin: Origin) {
    this.origin = origin;
  }

  static async of(db: Db, realm_id: RealmId, origin: string): Promise<Correspondence> {
    const found = new Correspondence({ realm_id, origin });
    for (const kind of KINDS) {
      const items = await itemsOf(db, found.origin, kind);
      found.#maps.set(kind, new Map([...items].map(([source, local]) => [Number(source), local])));
    }
    return found;
  }

  /** Before anything is compared: the groups that both have. */
  matchSystemGroups(remote: OrganizationState, local: OrganizationState): void {
    const own = new Map([...local.groups.values()].filter((each) => each.isSystem).map(({ name, id }) => [name, id]));
    for (const { id, name, isSystem } of remote.groups.values()) {
      const same = isSystem ? own.get(name) : undefined;
      if (same !== undefined) this.#systemGroups.set(id, same);
    }
  }

  get(kind: FollowedKind, id: number | undefined): number | undefined {
    if (id === undefined) return undefined;
    return this.#maps.get(kind)?.get(id) ?? (kind === "group" ? this.#systemGroups.get(id) : undefined);
  }

  /** Those that are known, ascending. */
  all(kind: FollowedKind, ids: readonly number[]): number[] {
    return ids.flatMap((id) => this.get(kind, id) ?? []).sort((a, b) => a - b);
  }

  permission(value: PermissionState): PermissionState | undefined {
    if (typeof value === "number") return this.get("group", value);
    return { people: this.all("person", value.people), groups: this.all("group", value.groups) };
  }

  /** In the transaction that has made it; `learn` is for after the commit. */
  async note(tx: TurnTx, kind: FollowedKind, source: number, local_id: number): Promise<void> {
    await insertItem(tx, this.origin, { kind, source_id: String(source), local_id });
  }

  learn(kind: FollowedKind, source: number, local: number): void {
    this.#maps.get(kind)?.set(source, local);
  }
}
