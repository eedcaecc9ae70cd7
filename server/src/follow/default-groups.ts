/** Groups of default channels. They have no other identity than their names. */
import {
  changeDefaultGroupChannels,
  createDefaultGroup,
  deleteDefaultGroup,
  updateDefaultGroup,
} from "../channels/default-channels/contract.ts";
import { textIn } from "../imports/json.ts";
import { tidied } from "../kernel/names/visible.ts";
import { type Difference, isSame } from "./difference.ts";
import { MAX_CHANNELS, MAX_DEFAULT_GROUPS } from "./limits.ts";
import { idIn } from "./remote-values.ts";
import type { Sides } from "./sides.ts";
import { idsIn, listIn, type OrganizationState } from "./state.ts";

interface DefaultGroupState {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly channels: readonly number[];
}

export function defaultGroupDifferences(sides: Sides): Difference[] {
  const { remote, local, ids, server, owner } = sides;
  const [there, here] = [groupsIn(remote), groupsIn(local)];
  return [
    ...[...here.values()]
      .filter(({ name }) => !there.has(name))
      .map(({ id, name }) => ({
        says: `The group of default channels ${name} is not there.`,
        mend: async () => void (await server.call(owner, deleteDefaultGroup, { group_id: id })),
      })),
    ...[...there.values()].flatMap((group) =>
      changes(sides, { ...group, channels: ids.all("channel", group.channels) }, here.get(group.name)),
    ),
  ];
}

function changes(
  { local, server, owner }: Sides,
  { name: group_name, description, channels }: DefaultGroupState,
  own: DefaultGroupState | undefined,
): Difference[] {
  const named = (list: readonly number[]) => list.flatMap((id) => local.channels.get(id)?.name ?? []);
  if (!own) {
    const mend = async () =>
      void (await server.call(owner, createDefaultGroup, { group_name, description, stream_names: named(channels) }));
    return [{ says: `The group of default channels ${group_name} is not here.`, mend }];
  }
  const group_id = own.id;
  const says = `The group of default channels ${group_name} differs.`;
  const change = (op: "add" | "remove", list: readonly number[]): Difference[] =>
    list.length === 0
      ? []
      : [
          {
            says,
            mend: async () =>
              void (await server.call(owner, changeDefaultGroupChannels, { group_id, op, stream_names: named(list) })),
          },
        ];
  const describe = async () =>
    void (await server.call(owner, updateDefaultGroup, { group_id, new_description: description }));
  return [
    ...(isSame(description, own.description) ? [] : [{ says, mend: describe }]),
    ...change(
      "remove",
      own.channels.filter((id) => !channels.includes(id)),
    ),
    ...change(
      "add",
      channels.filter((id) => !own.channels.includes(id)),
    ),
  ];
}

function groupsIn({ fields }: OrganizationState): ReadonlyMap<string, DefaultGroupState> {
  const list = listIn(fields, "realm_default_stream_groups", "groups of default channels", MAX_DEFAULT_GROUPS);
  return new Map(
    list.map(({ id, name, description, streams }) => {
      const group = {
        id: idIn(id, "a group of default channels"),
        name: tidied(textIn(name)),
        description: textIn(description),
        channels: idsIn(streams, "a channel", MAX_CHANNELS),
      };
      return [group.name, group];
    }),
  );
}
