import assert from "node:assert/strict";
import { type Organization, org, serverFor, test } from "../../../test/index.ts";
import { createFolder, getFolders, updateFolder } from "../../channels/channel-folders/contract.ts";
import { getChannels, subscribe } from "../../channels/contract.ts";
import { createChannel } from "../../channels/create/contract.ts";
import { createDefaultGroup } from "../../channels/default-channels/contract.ts";
import { updateChannel } from "../../channels/update/contract.ts";
import { getServerSettings, updateRealm } from "../../organization/realms/contract.ts";
import { createBot, updateBot } from "../../people/bots/contract.ts";
import { getUserGroups, updateUserGroup } from "../../people/groups/contract.ts";
import { makeGroup } from "../../people/groups/test-groups.ts";
import { createProfileField, getProfileFields, updateProfileField } from "../../people/profile-fields/contract.ts";
import { updateSettings } from "../../people/settings/contract.ts";
import { getUsers } from "../../people/users/contract.ts";
import { createOrganization } from "../../set-up/create.ts";
import { up as namesByWhatIsVisible } from "../db/migrations/0050-names-by-what-is-visible.ts";
import { fold } from "../db/names.ts";

interface NamedKind {
  /** Creates one, or renames the existing one. */
  make(acme: Organization, name: string): Promise<unknown>;
  all(acme: Organization): Promise<(string | null | undefined)[]>;
  refusal: string;
  taken?: string;
}

const channels = async ({ owner }: Organization) => (await owner.call(getChannels, {})).streams.map(({ name }) => name);
const users = async ({ owner }: Organization) => (await owner.call(getUsers, {})).members.map((each) => each.full_name);
let bots = 0;

const kinds: Readonly<Record<string, NamedKind>> = {
  person: {
    make: ({ owner }, full_name) => owner.call(updateSettings, { full_name }),
    all: users,
    refusal: "Invalid characters in name!",
  },
  bot: {
    make: ({ owner }, full_name) => owner.call(createBot, { full_name, short_name: `bot${++bots}` }),
    all: users,
    refusal: "Invalid characters in name!",
    taken: "Name is already in use.",
  },
  channel: {
    make: ({ owner }, name) => owner.call(createChannel, { name, subscribers: [owner.id] }),
    all: channels,
    refusal: "Invalid character in channel name, at position 6.",
    taken: "Channel 'Night crew' already exists",
  },
  "channel by subscribing": {
    make: ({ owner }, name) => owner.call(subscribe, { subscriptions: [{ name }] }),
    all: channels,
    refusal: "Invalid character in channel name, at position 6.",
  },
  folder: {
    make: ({ owner }, name) => owner.call(createFolder, { name }),
    all: async ({ owner }) => (await owner.call(getFolders, {})).channel_folders.map(({ name }) => name),
    refusal: "Invalid character in channel folder name, at position 6.",
    taken: "Channel folder name already in use",
  },
  group: {
    make: ({ owner }, name) => makeGroup(owner, name),
    all: async ({ owner }) => (await owner.call(getUserGroups, {})).user_groups.map(({ name }) => name),
    refusal: "Invalid character in user group name, at position 6.",
    taken: "User group 'Night crew' already exists.",
  },
  "default channel group": {
    make: ({ owner }, group_name) => owner.call(createDefaultGroup, { group_name, description: "", stream_names: [] }),
    all: async (acme) =>
      (await acme.server.app.database.reader.selectFrom("default_channel_group").select("name").execute()).map(
        ({ name }) => name,
      ),
    refusal: "Invalid character in default channel group name, at position 6.",
    taken: "Default channel group 'Night crew' already exists",
  },
  "profile field": {
    make: ({ owner }, name) => owner.call(createProfileField, { field_type: 1, name }),
    all: async ({ owner }) => (await owner.call(getProfileFields, {})).custom_fields.map(({ name }) => name),
    refusal: "Invalid character in label, at position 6.",
    taken: "A field with that label already exists.",
  },
  organization: {
    make: ({ owner }, name) => owner.call(updateRealm, { name }),
    all: async ({ owner }) => [(await owner.call(getServerSettings, {})).realm_name],
    refusal: "Invalid character in organization name, at position 6.",
  },
};

test("names of all kinds are compared by their visible characters", async (t) => {
  for (const [kind, { make, all, refusal, taken }] of Object.entries(kinds)) {
    const acme = await org(t);
    for (const character of ["\u200B", "\u2060", "\u202E", "\u200D"])
      await assert.rejects(make(acme, `Night${character} crew`), { code: "BAD_REQUEST", message: refusal }, kind);
    await make(acme, "  Night \u00A0 crew ");
    assert.ok((await all(acme)).includes("Night crew"), `${kind}: ${await all(acme)}`);
    if (taken !== undefined)
      for (const name of ["Night  crew", "Night\u3000crew"])
        await assert.rejects(make(acme, name), { message: taken }, kind);
    await make(acme, "Zoë 👩‍👩‍👧 می‌خواهم");
    assert.ok((await all(acme)).includes("Zoë 👩‍👩‍👧 می‌خواهم"), kind);
  }
});

test("a new organization's name follows the rules for renaming it", async (t) => {
  const { app } = await serverFor(t);
  const owner = { email: "olivia@example.com", fullName: "Olivia", password: null };
  const makes = async (name: string, stringId: string) =>
    (await createOrganization(app, { name, stringId, owner })).realm.settings.name;
  await assert.rejects(makes("Ac\u200Bme", "unseen"), {
    message: "Invalid character in organization name, at position 3.",
  });
  const length = { message: "The organization's name must have 1 to 40 characters." };
  await assert.rejects(makes(" \u00A0 ", "nameless"), length);
  await assert.rejects(makes("x".repeat(41), "lengthy"), length);
  assert.equal(await makes("  Acme \u00A0 Ltd ", "tidy"), "Acme Ltd");
});

test("unique names of people are compared by their visible characters", async (t) => {
  const acme = await org(t);
  await acme.owner.call(updateRealm, { require_unique_names: true });
  const [ada] = [await acme.member("Ada Lovelace"), await acme.member("Ben")];
  for (const full_name of ["ada  LOVELACE", "Ａda Lovelace", "Ada\u00A0Lovelace"])
    await assert.rejects(acme.owner.call(updateSettings, { full_name }), {
      message: "Unique names required in this organization.",
    });
  await ada.call(updateSettings, { full_name: "ADA Lovelace" });
});

test("names older than the rules stay until they are changed, and nobody else can take a look-alike", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const stream_id = await acme.channel("ops", [owner]);
  const group_id = await makeGroup(owner, "crew");
  const { channel_folder_id } = await owner.call(createFolder, { name: "Work" });
  const { user_id: bot_id } = await owner.call(createBot, { full_name: "Robin", short_name: "robin" });
  const { id: field_id } = await owner.call(createProfileField, { field_type: 1, name: "Phone" });
  await acme.alter(async (tx) => {
    await tx.updateTable("channel").set({ name: "ops\u200B" }).where("id", "=", stream_id).execute();
    await tx.updateTable("user_group").set({ name: "crew\u200B" }).where("id", "=", group_id).execute();
    await tx.updateTable("channel_folder").set({ name: "Work\u200B" }).where("id", "=", channel_folder_id).execute();
    await tx.updateTable("user").set({ full_name: "Robin\u200B" }).where("id", "=", bot_id).execute();
    await tx.updateTable("profile_field").set({ name: "Phone\u200B" }).where("id", "=", field_id).execute();
  });
  await owner.call(updateChannel, { stream_id, description: "On call" });
  await owner.call(updateUserGroup, { user_group_id: group_id, description: "On board" });
  await owner.call(updateFolder, { channel_folder_id, name: "Work\u200B", description: "All of it" });
  await owner.call(updateBot, { bot_id, full_name: "Robin\u200B", default_all_public_streams: true });
  await owner.call(updateProfileField, { field_id, name: "Phone\u200B", hint: "With country code" });
  await owner.sends("#ops > rota", "found by what can be seen");
  await assert.rejects(makeGroup(owner, "crew"), { message: "User group 'crew' already exists." });
  await assert.rejects(owner.call(createChannel, { name: "Ops", subscribers: [] }), { message: /already exists/ });
  await assert.rejects(owner.call(createFolder, { name: "work" }), { message: /already in use/ });
  await assert.rejects(owner.call(createBot, { full_name: "robin", short_name: "other" }), {
    message: /already in use/,
  });
  await owner.call(updateChannel, { stream_id, new_name: "operations" });
  await owner.call(updateUserGroup, { user_group_id: group_id, name: "crew" });
  await owner.call(updateFolder, { channel_folder_id, name: "Work" });
  await owner.call(updateBot, { bot_id, full_name: "Robin Hood" });
  await owner.call(updateProfileField, { field_id, name: "Phone" });
});

test("older names are found by their visible characters, unless those are another's name already", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const ids: number[] = [];
  for (const name of ["ops", "twin", "lab"]) ids.push(await acme.channel(name, [owner]));
  const [, twin, lab] = ids as [number, number, number];
  const keys: [string, string][] = [];
  await acme.alter(async (tx) => {
    const call = (id: number, name: string) =>
      tx
        .updateTable("channel")
        .set({ name, name_key: fold(name) })
        .where("id", "=", id)
        .execute();
    await call(twin, "Ops\u200B");
    await call(lab, "Ｌab  two");
    const full_name = "Olivia\u200B";
    await tx
      .updateTable("user")
      .set({ full_name, full_name_key: fold(full_name) })
      .where("id", "=", owner.id)
      .execute();
    await namesByWhatIsVisible(tx as never);
    const rows = tx.selectFrom("channel").select(["name", "name_key"]).orderBy("id");
    for (const { name, name_key } of await rows.where("id", "in", ids).execute()) keys.push([name, name_key]);
    const person = tx.selectFrom("user").select("full_name_key").where("id", "=", owner.id);
    assert.equal((await person.executeTakeFirst())?.full_name_key, "olivia");
  });
  assert.deepEqual(keys, [
    ["ops", "ops"],
    ["Ops\u200B", "ops\u200B"],
    ["Ｌab  two", "lab two"],
  ]);
});
