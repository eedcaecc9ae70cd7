import assert from "node:assert/strict";
import fc from "fast-check";
import { org, test } from "../../../test/index.ts";
import { addMembers, addSubgroups, groupsContaining, membersOf } from "./store.ts";

/** Groups refer only to earlier groups, because the API allows no cycles. */
const graph = fc.array(
  fc.record({
    members: fc.uniqueArray(fc.nat({ max: 3 }), { maxLength: 3 }),
    subgroups: fc.uniqueArray(fc.nat({ max: 11 }), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 12 },
);

interface Group {
  members: number[];
  subgroups: number[];
}

function contains(groups: readonly Group[], index: number, user: number): boolean {
  const group = groups[index] as Group;
  return group.members.includes(user) || group.subgroups.some((each) => contains(groups, each, user));
}

test("membership through any depth of subgroups matches a naive search", async (t) => {
  const acme = await org(t);
  const people = [
    await acme.member("Ada"),
    await acme.member("Ben"),
    await acme.member("Cem"),
    await acme.guest("Dan"),
  ];
  const { database } = acme.server.app;

  await fc.assert(
    fc.asyncProperty(graph, async (drawn) => {
      const groups = drawn.map(({ members, subgroups }, index) => ({
        members,
        subgroups: subgroups.filter((each) => each < index),
      }));
      const ids: number[] = [];
      await acme.alter(async (tx) => {
        for (const { members, subgroups } of groups) {
          const values = { realm_id: acme.realm.id, kind: "named" as const, description: "", deactivated: false };
          const group = await tx.insertInto("user_group").values(values).returning("id").executeTakeFirstOrThrow();
          await addMembers(
            tx,
            group.id,
            members.map((each) => people[each]?.id as number),
          );
          await addSubgroups(
            tx,
            group.id,
            subgroups.map((each) => ids[each] as number),
          );
          ids.push(group.id);
        }
      });
      for (const [user, person] of people.entries()) {
        const containing = await groupsContaining(database.reader, person.id);
        const expected = ids.filter((_, index) => contains(groups, index, user));
        assert.deepEqual(
          ids.filter((id) => containing.has(id)),
          expected,
        );
      }
      for (const [index, id] of ids.entries()) {
        const expected = people.filter((_, user) => contains(groups, index, user)).map((person) => person.id);
        assert.deepEqual(await membersOf(database.reader, [id]), expected);
      }
      await acme.alter((tx) => tx.deleteFrom("user_group").where("id", "in", ids).execute());
    }),
    { numRuns: 15 },
  );
});

test("a deactivated user is in no visible group", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.deactivate(ada);
  const members = await membersOf(acme.server.app.database.reader, [acme.realm.systemGroups["role:everyone"]]);
  assert.deepEqual(members, [acme.owner.id, ben.id]);
});
