/** User groups of Zulip exports. */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { type Organization, org, test } from "../../../test/index.ts";
import { invariants } from "../../cli/doctor/invariants.ts";
import { messages as messageApi } from "../../contract.ts";
import { Flag } from "../../messages/flags.ts";
import * as groups from "../../people/groups/contract.ts";
import { ArchiveThread } from "../reading/archive-thread.ts";
import { BEGIN, foreseesExport, idsNamed, importsExport, zulipExport, zulipMessage, zulipUser } from "./testing.ts";

const group = (id: number, name: string, more: object = {}) => ({
  ...{ usergroup_ptr: id, name, description: "", is_system_group: false, deactivated: false },
  ...{ creator: 10, date_created: BEGIN },
  ...more,
});
const member = (user_group: number, user_profile: number) => ({ user_group, user_profile });
const inside = (supergroup: number, subgroup: number) => ({ supergroup, subgroup });

const seen = async ({ owner }: Organization) => {
  const { user_groups } = await owner.call(groups.getUserGroups, { include_deactivated_groups: true });
  return new Map(user_groups.filter(({ is_system_group }) => !is_system_group).map((each) => [each.name, each]));
};

const membersOf = async ({ server }: Organization, id: number | undefined) => {
  const { reader } = server.app.database;
  const rows = await reader
    .selectFrom("user_group_member")
    .innerJoin("user", "user.id", "user_group_member.user_id")
    .select("user.full_name")
    .where("group_id", "=", id as number)
    .orderBy("user.id")
    .execute();
  return rows.map(({ full_name }) => full_name);
};

/** Zulip has a row for each group in one table, and the names in another. */
const exported = (named: readonly object[], more: object) => ({
  zerver_usergroup: named.map((each) => ({ id: (each as { usergroup_ptr: number }).usergroup_ptr })),
  zerver_namedusergroup: named,
  ...more,
});

test("groups come with their members and subgroups, and texts mention them", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const named = [
    group(30, "role:moderators", { is_system_group: true }),
    // The first contains the second, which is listed later.
    group(31, "crew", { description: "Those who *build*" }),
    group(32, "inner", { creator: null }),
    group(33, "former", { deactivated: true }),
  ];
  const people = [10, 11, 12, 13];
  const rows = exported(named, {
    zerver_userprofile: ["Ada", "Ben", "Cleo", "Dan"].map((name, n) => zulipUser(10 + n, name, { is_active: n < 3 })),
    zerver_subscription: people.map((user_profile) => ({ user_profile, recipient: 105, active: true })),
    zerver_usergroupmembership: [
      member(31, 10),
      member(31, 11),
      member(31, 13),
      member(31, 99),
      member(32, 12),
      member(33, 11),
    ],
    zerver_groupgroupmembership: [inside(31, 32), inside(31, 30), inside(31, 33), inside(32, 31)],
  });
  const text = "@*crew* and @_*inner*, not `*crew*`, **bold**";
  const file = await zulipExport(t, rows, { zerver_message: [zulipMessage(1, 11, text)] });
  const planned = await foreseesExport(acme, file);
  assert.deepEqual([...(await seen(acme)).keys()], []);
  const { taken, leftOut } = await importsExport(acme, file);
  assert.deepEqual([planned.taken.groups, planned.leftOut], [taken.groups, leftOut]);
  assert.equal(taken.groups, 3);
  assert.deepEqual(leftOut, [
    "1 members of groups: the person is not in the archive",
    "2 subgroups: the group is not here, or is deactivated",
  ]);

  const found = await seen(acme);
  const [crew, inner, former] = ["crew", "inner", "former"].map((name) => found.get(name));
  const [ada] = await idsNamed(acme, "Ada");
  assert.deepEqual([crew?.description, crew?.creator_id, crew?.date_created], ["Those who *build*", ada, BEGIN]);
  assert.deepEqual([former?.deactivated, inner?.deactivated, inner?.creator_id], [true, false, null]);
  assert.deepEqual(await membersOf(acme, crew?.id), ["Ada", "Ben", "Dan"]);
  assert.deepEqual(await membersOf(acme, inner?.id), ["Cleo"]);
  assert.deepEqual(await membersOf(acme, former?.id), ["Ben"]);
  const { user_groups } = await acme.owner.call(groups.getUserGroups, {});
  const moderators = user_groups.find(({ name }) => name === "role:moderators")?.id as number;
  assert.deepEqual(crew?.direct_subgroup_ids, [moderators, inner?.id]);

  const { messages } = await acme.owner.call(messageApi.getMessages, {
    ...{ anchor: "newest", num_before: 1, num_after: 0 },
    narrow: [{ operator: "channel", operand: "design" }] as never,
  });
  const { content } = messages[0] as unknown as { content: string };
  assert.match(content, new RegExp(`<span class="user-group-mention" data-user-group-id="${crew?.id}">@crew</span>`));
  assert.match(content, new RegExp(`data-user-group-id="${inner?.id}"`));
  const { reader } = acme.server.app.database;
  const flagged = await reader
    .selectFrom("user_message")
    .innerJoin("user", "user.id", "user_message.user_id")
    .innerJoin("message", "message.id", "user_message.message_id")
    .select("user.full_name")
    .where("message.realm_id", "=", acme.realm.id)
    .where("message.client", "=", "Import")
    .where("user_message.flags", "=", Flag.mentioned)
    .orderBy("user.id")
    .execute();
  // Dan was deactivated there.
  assert.deepEqual(
    flagged.map(({ full_name }) => full_name),
    ["Ada", "Ben", "Cleo"],
    "they find it among their mentions when they come",
  );
  for (const { name, problems } of invariants) assert.deepEqual(await problems(reader), [], name);
  assert.deepEqual((await importsExport(acme, file)).taken, taken);
  assert.equal((await seen(acme)).size, 3);
});

test("a group that is here keeps what it has: only an equal one is the same, and texts mention the renamed one", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const ada = await acme.member("Ada");
  const make = (name: string, members: number[]) =>
    acme.owner.call(groups.createUserGroup, { name, description: "", members });
  const { group_id: equal } = await make("equal", []);
  const { group_id: other } = await make("crew", [ada.id]);
  const named = [group(31, "equal"), group(32, "crew"), group(33, "Crew\u2060")];
  const file = await zulipExport(t, exported(named, { zerver_usergroupmembership: [member(32, 10), member(32, 11)] }), {
    zerver_message: [zulipMessage(1, 11, "@*crew*")],
  });
  const { taken, leftOut } = await importsExport(acme, file);
  assert.equal(taken.groups, 2);
  assert(leftOut.includes("1 groups: the name is not one that a group can have here"), leftOut.join());
  const found = await seen(acme);
  assert.deepEqual([...found.keys()].sort(), ["crew", "crew (zulip)", "equal"]);
  assert.deepEqual([found.get("crew")?.id, found.get("equal")?.id], [other, equal]);
  assert.deepEqual(await membersOf(acme, other), ["Ada"]);
  const { messages } = await acme.owner.call(messageApi.getMessages, {
    ...{ anchor: "newest", num_before: 1, num_after: 0, apply_markdown: false },
    narrow: [{ operator: "channel", operand: "design" }] as never,
  });
  assert.equal((messages[0] as unknown as { content: string }).content, "@*crew (zulip)*");
});

test("groups that nobody can have here are left out, and cannot contain themselves", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const chain = Array.from({ length: 60 }, (_, n) => group(1000 + n, `link ${n}`));
  const links = chain.map((_, n) => inside(1000 + n, 1000 + ((n + 1) % chain.length)));
  const named = [
    ...chain,
    group(31, ""),
    group(32, "@all"),
    group(33, "x".repeat(101)),
    group(34, "null\0"),
    group(35, "alone", { description: "d".repeat(5000), creator: 12, date_created: "soon" }),
    { name: "without an id" },
    { ...group(36, "x"), name: { toString: "x" } },
  ];
  const file = await zulipExport(t, exported(named, { zerver_groupgroupmembership: [...links, inside(35, 35)] }));
  const planned = await foreseesExport(acme, file);
  const { taken, leftOut } = await importsExport(acme, file);
  assert.deepEqual([planned.taken.groups, planned.leftOut], [taken.groups, leftOut]);
  assert.deepEqual(leftOut, [
    "1 groups: there is no id",
    "2 subgroups: the group is not here, or is deactivated",
    "5 groups: the name is not one that a group can have here",
  ]);
  const found = await seen(acme);
  assert.equal(found.size, 61);
  assert.equal(found.get("alone")?.description.length, 1024);
  assert.deepEqual(found.get("alone")?.direct_subgroup_ids, []);
});

test("groups and folders with more than there can be are cut where the archive is read", async (t) => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => n);
  const file = await zulipExport(t, {
    ...exported([group(31, "crew")], {}),
    zerver_usergroupmembership: many(100_003).map((n) => member(31, n)),
    zerver_groupgroupmembership: many(1002).map((n) => inside(31, 1000 + n)),
    zerver_channelfolder: [{ id: 61, name: "Customers", description: "" }],
    zerver_stream: many(20_001).map((n) => ({ id: 1000 + n, name: `c${n}`, folder: 61 })),
  });
  const source = await ArchiveThread.openAs("zulip", file, { workFolder: dirname(file) });
  t.after(() => source.close());
  const [crew, ...rest] = await Array.fromAsync(source.groups());
  assert.ok(crew?.type === "group");
  assert.deepEqual([crew.members.length, crew.subgroups.length], [100_000, 1000]);
  const [folder, ...more] = await Array.fromAsync(source.organization());
  assert.ok(folder?.type === "folder");
  assert.equal(folder.channels.length, 20_000);
  assert.deepEqual(
    [...rest, ...more].map((each) => (each.type === "skipped" ? [each.what, each.count] : each.type)),
    [
      ["members of groups", 3],
      ["subgroups", 2],
      ["channels of folders", 1],
    ],
  );
});
