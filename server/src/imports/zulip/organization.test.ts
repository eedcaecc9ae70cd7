/** Groups, profile fields, linkifiers, playgrounds, default channels and folders of Zulip exports. */
import assert from "node:assert/strict";
import { type Organization, org, test } from "../../../test/index.ts";
import { createFolder, getFolders } from "../../channels/channel-folders/contract.ts";
import { invariants } from "../../cli/doctor/invariants.ts";
import type { Database } from "../../kernel/db/handles.ts";
import { addLinkifier, getLinkifiers } from "../../organization/linkifiers/contract.ts";
import { addPlayground } from "../../organization/playgrounds/contract.ts";
import { getUserGroups } from "../../people/groups/contract.ts";
import { createProfileField, getProfileFields } from "../../people/profile-fields/contract.ts";
import { register } from "../../registration/contract.ts";
import type { ItemKind } from "../store.ts";
import { foreseesExport, importsExport, importsWhileKilled, zulipExport, zulipStream, zulipUser } from "./testing.ts";

const PYTHON = "https://python.example/?code={code}";

const rows = () => ({
  zerver_stream: [zulipStream(6, "board", { invite_only: true }), zulipStream(7, "sales", { folder: 61 })],
  zerver_namedusergroup: [
    { usergroup_ptr: 71, name: "crew", description: "Those who build", creator: 10 },
    { usergroup_ptr: 72, name: "inner", description: "", deactivated: false },
  ],
  zerver_usergroupmembership: [
    { user_group: 71, user_profile: 10 },
    { user_group: 72, user_profile: 11 },
  ],
  zerver_groupgroupmembership: [{ supergroup: 71, subgroup: 72 }],
  zerver_customprofilefield: [
    field(22, 3, "Team", { order: 1, field_data: '{"0":{"text":"Ships","order":"1"}}' }),
    field(21, 1, "Phone", { order: 0, hint: "With the country", display_in_profile_summary: true }),
    field(23, 7, "", { order: 2, field_data: '{"subtype":"github"}' }),
    field(24, 6, "Mentor", { order: 3, required: true, editable_by_user: false }),
    field(25, 99, "Unknown"),
    field(26, 3, "No choices", { field_data: "{}" }),
    field(27, 1, "x".repeat(50)),
  ],
  zerver_realmfilter: [
    { id: 41, pattern: "#(?P<id>[0-9]+)", url_template: "https://issues.example/{id}", order: 2 },
    { id: 42, pattern: "T(?P<id>[0-9]+)", url_format_string: "https://tickets.example/%(id)s", order: 1 },
    { id: 43, pattern: "(?P<id>[0-9]+", url_template: "https://broken.example/{id}" },
    { id: 44, pattern: "J(?P<id>[0-9]+)", url_template: "javascript:alert({id})" },
  ],
  zerver_realmplayground: [
    { id: 51, name: "Python", pygments_language: "Python", url_template: PYTHON },
    { id: 52, name: "Bad", pygments_language: "Bad", url_template: "javascript:{code}" },
  ],
  zerver_defaultstream: [
    { id: 1, stream: 5 },
    { id: 2, stream: 6 },
    { id: 3, stream: 99 },
  ],
  zerver_channelfolder: [
    { id: 61, name: "Customers", description: "All of them", creator: 10, is_archived: false, order: 0 },
    { id: 62, name: "Old", description: "", is_archived: true, order: 1 },
    { id: 63, name: "  ", description: "", is_archived: false },
  ],
});

const field = (id: number, field_type: number, name: string, more: object = {}) => ({
  ...{ id, field_type, name, hint: "", field_data: "", required: false, editable_by_user: true },
  ...more,
});

async function seen({ owner, server }: Organization) {
  const { custom_fields } = await owner.call(getProfileFields, {});
  const { linkifiers } = await owner.call(getLinkifiers, {});
  const { channel_folders } = await owner.call(getFolders, { include_archived: true });
  const state = await owner.call(register, { fetch_event_types: ["default_streams", "stream", "realm_playgrounds"] });
  const streams = (state.streams ?? []) as unknown as { stream_id: number; name: string; folder_id: number | null }[];
  const { user_groups } = await owner.call(getUserGroups, { include_deactivated_groups: true });
  const own = user_groups.filter(({ is_system_group }) => !is_system_group);
  const memberships = await server.app.database.reader
    .selectFrom("user_group_member")
    .innerJoin("user", "user.id", "user_group_member.user_id")
    .select(["group_id", "full_name"])
    .execute();
  const nameOf = (id: number) => streams.find(({ stream_id }) => stream_id === id)?.name;
  return {
    fields: custom_fields.map(({ name, type, hint, field_data, required, editable_by_user, ...more }) => [
      ...[name, type, hint, field_data, required, editable_by_user, more.display_in_profile_summary ?? false],
    ]),
    groups: own.map(({ id, name, description, direct_subgroup_ids }) => [
      ...[name, description, direct_subgroup_ids.map((inside) => own.find((each) => each.id === inside)?.name)],
      memberships.filter(({ group_id }) => group_id === id).map(({ full_name }) => full_name),
    ]),
    linkifiers: linkifiers.map(({ pattern, url_template }) => [pattern, url_template]),
    playgrounds: (state.realm_playgrounds as unknown as { name: string; url_template: string }[]).map((each) => [
      ...[each.name, each.url_template],
    ]),
    defaults: ((state.realm_default_streams ?? []) as unknown as number[]).map(nameOf).sort(),
    folders: channel_folders.map(({ id, name, description, is_archived }) => [
      ...[name, description, is_archived],
      streams.filter(({ folder_id }) => folder_id === id).map((each) => each.name),
    ]),
  };
}

test("settings of the organization come as they are, and what nobody can have here is in the report", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const before = await seen(acme);
  const file = await zulipExport(t, rows());
  const planned = await foreseesExport(acme, file);
  assert.deepEqual(await seen(acme), before);
  const { taken, leftOut } = await importsExport(acme, file);
  assert.deepEqual(planned, { taken, leftOut });
  const { groups, profile_fields, linkifiers, playgrounds, default_channels, channel_folders } = taken;
  assert.equal(groups, 2);
  assert.deepEqual([profile_fields, linkifiers, playgrounds, default_channels, channel_folders], [4, 2, 1, 1, 2]);
  assert.deepEqual(leftOut, [
    "1 channel folders: the name or the description is not one that a folder can have here",
    "1 default channels: a private or archived channel cannot be one",
    "1 default channels: the channel is not in the archive, or was left out",
    "1 playgrounds: the name, language or URL is not one that a playground can have here",
    "1 profile fields: the type is unknown",
    "2 linkifiers: the pattern or the URL is not one that a linkifier can have here",
    "2 profile fields: the label, the choices or the link is not one that a field can have here",
  ]);
  const after = await seen(acme);
  assert.deepEqual(after.fields, [
    ["Phone", 1, "With the country", "", false, true, true],
    ["Team", 3, "", '{"0":{"text":"Ships","order":"1"}}', false, true, false],
    ["GitHub username", 7, "", '{"subtype":"github"}', false, true, false],
    ["Mentor", 6, "", "", true, false, false],
  ]);
  assert.deepEqual(after.groups.toSorted(), [
    ["crew", "Those who build", ["inner"], ["Ada"]],
    ["inner", "", [], ["Ben"]],
  ]);
  assert.deepEqual(after.linkifiers, [
    ["T(?P<id>[0-9]+)", "https://tickets.example/{id}"],
    ["#(?P<id>[0-9]+)", "https://issues.example/{id}"],
  ]);
  assert.deepEqual(after.playgrounds, [["Python", PYTHON]]);
  assert.deepEqual(after.defaults, [...before.defaults, "design"].sort());
  assert.deepEqual(after.folders, [
    ["Customers", "All of them", false, ["sales"]],
    ["Old", "", true, []],
  ]);
  const { reader } = acme.server.app.database;
  for (const { name, problems } of invariants) assert.deepEqual(await problems(reader), [], name);

  const other = await org(t);
  other.stopFollowing("no server runs during an import");
  const again = await importsWhileKilled(other, file);
  assert(again.kills > 5, `${again.kills} kills`);
  assert.deepEqual([again.taken, again.leftOut], [taken, leftOut]);
  assert.deepEqual(await seen(other), after);
});

test("what is here stays: an equal thing is the same, another one gets another name or is left out", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const { owner } = acme;
  await acme.channel("design", [owner]);
  await owner.call(createProfileField, { field_type: 2, name: "Phone" });
  await owner.call(createProfileField, {
    field_type: 3,
    name: "Team",
    hint: "ours",
    field_data: { 0: { order: "1", text: "Ships" } } as never,
  });
  await owner.call(addLinkifier, { pattern: "#(?P<id>[0-9]+)", url_template: "https://ours.example/{id}" });
  await owner.call(addLinkifier, { pattern: "T(?P<id>[0-9]+)", url_template: "https://tickets.example/{id}" });
  const python = { name: "Python", pygments_language: "Python", url_template: "https://ours.example/?code={code}" };
  await owner.call(addPlayground, python);
  await owner.call(createFolder, { name: "customers", description: "ours" });
  const before = await seen(acme);
  const { leftOut } = await importsExport(acme, await zulipExport(t, rows()));
  const after = await seen(acme);
  assert.deepEqual(after.fields.slice(0, 2), before.fields);
  assert.deepEqual(
    after.fields.slice(2).map(([name]) => name),
    ["Phone (zulip)", "GitHub username", "Mentor"],
  );
  assert.deepEqual(after.linkifiers, before.linkifiers);
  assert(leftOut.includes("1 linkifiers: there is another one with this pattern"), leftOut.join());
  assert.deepEqual(after.playgrounds, [...before.playgrounds, ["Python (zulip)", PYTHON]]);
  assert.deepEqual(after.defaults, before.defaults);
  assert(leftOut.includes("1 default channels: the channel was here before"), leftOut.join());
  assert.deepEqual(after.folders, [
    ["customers", "ours", false, []],
    ["Customers (zulip)", "All of them", false, ["sales"]],
    ["Old", "", true, []],
  ]);
});

test("what has no id, or that of another, is in the report", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const twice = (row: object) => [row, { ...row, name: "Another" }, { ...row, id: null, usergroup_ptr: null }];
  const file = await zulipExport(t, {
    zerver_namedusergroup: twice({ usergroup_ptr: 71, name: "crew", description: "" }),
    zerver_customprofilefield: twice(field(21, 1, "Phone")),
    zerver_customprofilefieldvalue: [{ field: 21, user_profile: 11, value: "555" }],
    zerver_realmfilter: twice({ id: 41, pattern: "#(?P<id>[0-9]+)", url_template: "https://issues.example/{id}" }),
    zerver_realmplayground: twice({ id: 51, name: "Python", pygments_language: "Python", url_template: PYTHON }),
    zerver_defaultstream: [{ stream: 5 }, { stream: 5 }, { stream: null }],
    zerver_channelfolder: twice({ id: 61, name: "Customers", description: "" }),
  });
  const planned = await foreseesExport(acme, file);
  const { taken, leftOut } = await importsExport(acme, file);
  assert.deepEqual(planned, { taken, leftOut });
  const parts = ["channel folders", "default channels", "groups", "linkifiers", "playgrounds", "profile fields"];
  assert.deepEqual(
    leftOut,
    parts.flatMap((what) => [`1 ${what}: another one has the same id`, `1 ${what}: there is no id`]),
  );
  const { groups, profile_fields, linkifiers, playgrounds, default_channels, channel_folders } = taken;
  assert.deepEqual([groups, profile_fields, linkifiers], [1, 1, 1]);
  assert.deepEqual([playgrounds, default_channels, channel_folders, taken.profile_values], [1, 1, 1, 1]);
});

test("an equal field with a fixed label is the same one, and another one says why it stays behind", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const { owner } = acme;
  await owner.call(createProfileField, { field_type: 7, field_data: { subtype: "github" } as never });
  await owner.call(createProfileField, { field_type: 1, name: "Twitter username" });
  const before = await seen(acme);
  const { taken, leftOut } = await importsExport(
    acme,
    await zulipExport(t, {
      zerver_customprofilefield: [
        field(23, 7, "", { field_data: '{"subtype":"github"}' }),
        field(24, 7, "", { field_data: '{"subtype":"twitter"}' }),
      ],
    }),
  );
  assert.equal(taken.profile_fields, 1);
  assert.deepEqual(leftOut, ["1 profile fields: its label is fixed, and another one has it"]);
  assert.deepEqual((await seen(acme)).fields, before.fields);
});

test("a name that is cut for what stands behind it does not end in half a flag", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const scotland = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}";
  const named = (length: number) => `${"x".repeat(length - 7)}${scotland}`;
  const folder = (id: number, description: string) => ({ id, name: named(60), description });
  const { taken, leftOut } = await importsExport(
    acme,
    await zulipExport(t, {
      zerver_namedusergroup: [
        { usergroup_ptr: 71, name: named(100), description: "one" },
        { usergroup_ptr: 72, name: named(100), description: "two" },
      ],
      zerver_channelfolder: [folder(61, "one"), folder(62, "two")],
    }),
  );
  assert.deepEqual([leftOut, taken.groups, taken.channel_folders], [[], 2, 2]);
  const after = await seen(acme);
  assert.deepEqual(
    after.folders.map(([name]) => name),
    [named(60), `${"x".repeat(51)}… (zulip)`],
  );
  assert.deepEqual(new Set(after.groups.map(([name]) => name)), new Set([named(100), `${"x".repeat(91)}… (zulip)`]));
});

test("folders of one name are numbered, and channels are put into them together", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const few = [0, 1, 2, 3];
  await importsExport(
    acme,
    await zulipExport(t, {
      zerver_stream: few.map((n) => zulipStream(20 + n, `channel ${n}`, { folder: 61 + (n % 2) })),
      zerver_channelfolder: few.map((n) => ({ id: 61 + n, name: "Customers", description: `${n}`, order: n })),
    }),
  );
  assert.deepEqual((await seen(acme)).folders, [
    ["Customers", "0", false, ["channel 0", "channel 2"]],
    ["Customers (zulip)", "1", false, ["channel 1", "channel 3"]],
    ["Customers (zulip 2)", "2", false, []],
    ["Customers (zulip 3)", "3", false, []],
  ]);
});

test("tables that nobody reads are counted, with the preferences of people and what belongs to bots", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const file = await zulipExport(t, {
    zerver_userprofile: [
      zulipUser(10, "Ada", { color_scheme: 2, enter_sends: false }),
      zulipUser(11, "Ben", { color_scheme: 1, enter_sends: false }),
      zulipUser(12, "Cleo", { color_scheme: 1 }),
      zulipUser(13, "Robot", { is_bot: true, color_scheme: 2 }),
    ],
    zerver_realmuserdefault: [{ id: 1, realm: 2, color_scheme: 1, enter_sends: false, emojiset: "google" }],
    zerver_alertword: [
      { user_profile: 13, word: "one" },
      { user_profile: 13, word: "two" },
    ],
    zerver_service: [{ id: 5, name: "hook", base_url: "https://hook.example", token: "x", user_profile: 13 }],
    zerver_botconfigdata: [{ id: 6, bot_profile: 13, key: "k", value: "v" }],
    zerver_client: [{ id: 1, name: "website" }],
    zerver_presencesequence: [{ id: 1 }],
    "somebody's text": [{ id: 1 }, { id: 2 }],
  });
  const planned = await foreseesExport(acme, file);
  const { taken, leftOut } = await importsExport(acme, file);
  assert.deepEqual(planned, { taken, leftOut });
  assert.deepEqual(leftOut, [
    "1 preferences of people: an import does not take them",
    "1 services that bots call: an import does not take them",
    "1 settings for new people: an import does not take them",
    "1 settings of bots: an import does not take them",
    "2 personal settings: they belong to a bot",
    "3 rows of other tables: nothing here reads them",
  ]);
});

/** Somebody does this when the import has taken so many of the kind. */
function meeting(acme: Organization, { kind, count }: { kind: ItemKind; count: number }, act: () => Promise<unknown>) {
  let isOver = false;
  const taken = (reader: Database["reader"]) =>
    reader
      .selectFrom("imported_item")
      .select("source_id")
      .where("realm_id", "=", acme.realm.id)
      .where("kind", "=", kind)
      .execute();
  return new Proxy(acme.server.app.database, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (name !== "transaction") return typeof value === "function" ? value.bind(target) : value;
      return async (...args: Parameters<Database["transaction"]>) => {
        if (!isOver && (await taken(target.reader)).length === count) {
          isOver = true;
          await act();
        }
        return target.transaction(...args);
      };
    },
  });
}

test("what others change while an import looks is left out with its reason, and the import goes on", async (t) => {
  const cases = [
    {
      after: { kind: "profile_field", count: 4 },
      act: (acme: Organization) =>
        acme.owner.call(addLinkifier, { pattern: "T(?P<id>[0-9]+)", url_template: "https://ours.example/{id}" }),
      leftOut: "1 linkifiers: there is another one with this pattern",
    },
    {
      after: { kind: "playground", count: 1 },
      act: (acme: Organization) =>
        acme.alter((tx) =>
          tx
            .updateTable("channel")
            .set({ invite_only: true })
            .where("realm_id", "=", acme.realm.id)
            .where("name", "=", "design")
            .execute(),
        ),
      leftOut: "2 default channels: a private or archived channel cannot be one",
    },
  ] as const;
  for (const { after, act, leftOut } of cases) {
    const acme = await org(t);
    acme.stopFollowing("no server runs during an import");
    const database = meeting(acme, after, () => act(acme));
    const outcome = await importsExport(acme, await zulipExport(t, rows()), database);
    assert(outcome.leftOut.includes(leftOut), outcome.leftOut.join());
    assert.equal(outcome.taken.channel_folders, 2);
  }
});
