/** Helpers for tests of groups. */
import type { Organization, Person } from "../../../test/index.ts";
import type { SystemGroupName } from "../../kernel/access/permission-settings.ts";
import type { ArgumentsOf } from "../../kernel/api/index.ts";
import * as contract from "./contract.ts";

type TestGroupRequest = Partial<ArgumentsOf<(typeof contract.createUserGroup)["params"]>>;

export async function makeGroup(maker: Person, name: string, request: TestGroupRequest = {}): Promise<number> {
  const { group_id } = await maker.call(contract.createUserGroup, { name, description: "", members: [], ...request });
  return group_id;
}

export async function groupSeenBy(person: Person, id: number) {
  const { user_groups } = await person.call(contract.getUserGroups, { include_deactivated_groups: true });
  return user_groups.find((group) => group.id === id);
}

export const role = (acme: Organization, name: SystemGroupName): number => acme.realm.systemGroups[name];

/** A permission's value: exactly these people. */
export const only = (...people: Person[]) => ({ direct_members: people.map(({ id }) => id), direct_subgroups: [] });
