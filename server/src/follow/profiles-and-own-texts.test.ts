/** What people would miss beside their messages: pictures, profiles, statuses, folders, votes, and what they have not sent yet. */
import assert from "node:assert/strict";
import { type Organization, org, type Person, type TestServer, test } from "../../test/index.ts";
import { createFolder, reorderFolders } from "../channels/channel-folders/contract.ts";
import { updateChannel } from "../channels/update/contract.ts";
import { getMessages } from "../messages/contract.ts";
import { addSubmessage } from "../messages/submessages/contract.ts";
import { picture } from "../messages/uploads/testing.ts";
import { setAvatar } from "../people/avatars/contract.ts";
import { createProfileField, updateOwnProfile } from "../people/profile-fields/contract.ts";
import { updateOwnStatus } from "../people/user-status/contract.ts";
import { createDrafts, deleteDraft } from "../personal/drafts/contract.ts";
import { createReminder } from "../personal/reminders/contract.ts";
import { createSavedSnippet } from "../personal/saved-snippets/contract.ts";
import { createScheduledMessage } from "../personal/scheduled-messages/contract.ts";
import { register } from "../registration/contract.ts";
import { follow, newInstallation, sameOn } from "./testing.ts";

const wears = async (person: Person) => person.connection.call(setAvatar, {}, { file: await picture(300, 300) });

/** What somebody's client shows, with names in place of ids. */
async function shownTo(person: Person) {
  const state = await person.call(register, {
    fetch_event_types: [
      ...["realm_user", "custom_profile_fields", "channel_folders", "user_status", "subscription"],
      ...["drafts", "saved_snippets", "scheduled_messages", "reminders"],
    ],
  } as never);
  const {
    realm_users = [],
    custom_profile_fields = [],
    channel_folders = [],
    user_status = {},
  } = state as never as {
    realm_users: {
      user_id: number;
      full_name: string;
      avatar_url: string;
      profile_data?: Record<string, { value: string }>;
    }[];
    custom_profile_fields: { id: number; name: string; type: number; hint: string }[];
    channel_folders: { id: number; name: string }[];
    user_status: Record<string, object>;
  };
  const { subscriptions, drafts, saved_snippets, scheduled_messages, reminders } = state as never as Record<
    string,
    Record<string, unknown>[]
  >;
  const nameOf = (id: number | string) => realm_users.find(({ user_id }) => user_id === Number(id))?.full_name;
  const fieldOf = (id: string) => custom_profile_fields.find((each) => each.id === Number(id));
  const shownValue = (id: string, value: string) =>
    fieldOf(id)?.type === 6 ? (JSON.parse(value) as number[]).map(nameOf) : value;
  return {
    pictures: realm_users
      .filter(({ avatar_url }) => avatar_url.includes("/user_avatars/"))
      .map(({ full_name }) => full_name)
      .sort(),
    fields: custom_profile_fields.map(({ name, type, hint }) => ({ name, type, hint })),
    profiles: Object.fromEntries(
      realm_users.map(({ full_name, profile_data = {} }) => [
        full_name,
        Object.entries(profile_data).map(([id, { value }]) => [fieldOf(id)?.name, shownValue(id, value)]),
      ]),
    ),
    folders: channel_folders.map(({ name }) => name),
    filed: subscriptions?.map(({ name, folder_id }) => [
      name,
      channel_folders.find(({ id }) => id === folder_id)?.name,
    ]),
    statuses: Object.fromEntries(Object.entries(user_status).map(([id, status]) => [nameOf(id), status])),
    drafts: drafts?.map(({ type, topic, content, timestamp }) => ({ type, topic, content, timestamp })),
    snippets: saved_snippets?.map(({ title, content }) => ({ title, content })),
    scheduled: scheduled_messages?.map(({ type, topic, content, scheduled_delivery_timestamp: at }) => ({
      type,
      topic,
      content,
      at,
    })),
    reminders: reminders?.map(({ reminder_target_message_id: id, scheduled_delivery_timestamp: at }) => ({ id, at })),
  };
}

async function assertSame(here: TestServer, people: readonly Person[]): Promise<void> {
  for (const person of people) assert.deepEqual(await shownTo(await sameOn(here, person)), await shownTo(person));
}

const soon = ({ clock }: Organization) => Math.floor(clock.now() / 1000) + 90 * 86_400;

test("profiles, folders, statuses and votes come too, and what somebody has not sent yet if their key was given", async (t) => {
  const acme = await org(t);
  const here = await newInstallation(t, acme.server.engine);
  const { owner } = acme;
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const design = await acme.channel("design", [owner, ada, ben]);
  await wears(ada);
  const { id: phone } = await owner.call(createProfileField, { field_type: 1, name: "Phone", hint: "Digits" });
  const { id: mentor } = await owner.call(createProfileField, { field_type: 6, name: "Mentor" });
  const field_data = { a: { text: "Day", order: "1" }, b: { text: "Night", order: "2" } };
  await owner.call(createProfileField, { field_type: 3, name: "Shift", field_data });
  await ada.call(updateOwnProfile, {
    data: [
      { id: phone, value: "123" },
      { id: mentor, value: [ben.id] },
    ],
  });
  const folders: number[] = [];
  for (const name of ["Work", "Play"])
    folders.push((await owner.call(createFolder, { name, description: "" })).channel_folder_id);
  await owner.call(reorderFolders, { order: [...folders].reverse() });
  await owner.call(updateChannel, { stream_id: design, folder_id: folders[0] as number });
  await ben.call(updateOwnStatus, { status_text: "out", emoji_name: "car" });
  const poll = await ada.sends("#design > lunch", "/poll Lunch?\n- Pizza");
  const adds = (person: Person, content: object) =>
    person.call(addSubmessage, { message_id: poll, msg_type: "widget", content: JSON.stringify(content) });
  await adds(ben, { type: "new_option", idx: 1, option: "Soup" });
  await adds(ada, { type: "vote", key: `${ben.id},1`, vote: 1 });
  await ada.call(createDrafts, {
    drafts: [
      { type: "stream", to: [design], topic: "logo", content: `Well, @**Ben|${ben.id}**`, timestamp: 1_700_000_000 },
      { type: "private", to: [ben.id], topic: "", content: "Psst", timestamp: 1_700_000_001 },
    ],
  });
  await ada.call(createSavedSnippet, { title: "Hi", content: "Good morning" });
  const scheduled_delivery_timestamp = soon(acme);
  await ada.call(createScheduledMessage, {
    type: "channel",
    to: design,
    topic: "later",
    content: "Later",
    scheduled_delivery_timestamp,
  });
  await ada.call(createScheduledMessage, {
    type: "direct",
    to: [ada.id],
    content: "Note to self",
    scheduled_delivery_timestamp,
  });
  await ada.call(createReminder, { message_id: poll, scheduled_delivery_timestamp });

  const outcome = await (await follow(acme, here, [owner, ada])).once();
  assert.deepEqual(outcome.differences, []);
  await assertSame(here, [owner]);
  const adaHere = await sameOn(here, ada);
  const [mine, theirs] = [await shownTo(adaHere), await shownTo(ada)];
  const benHere = await sameOn(here, ben);
  assert.equal(JSON.stringify(mine), JSON.stringify(theirs).replaceAll(`|${ben.id}**`, `|${benHere.id}**`));
  assert.deepEqual(mine.pictures, ["Ada"]);
  const voted = await adaHere.call(getMessages, { message_ids: [poll] });
  const votes = voted.messages[0]?.submessages.map(({ sender_id, content }) => [sender_id, JSON.parse(content).key]);
  assert.deepEqual(votes?.slice(1), [
    [benHere.id, undefined],
    [adaHere.id, `${benHere.id},1`],
  ]);

  // And what changes afterwards is found, taken away included.
  await ben.call(updateOwnStatus, { status_text: "", emoji_name: "" });
  await owner.call(updateChannel, { stream_id: design, folder_id: null });
  await ada.call(updateOwnProfile, { data: [{ id: phone, value: "" }] });
  await wears(ben);
  const { drafts } = (await ada.call(register, { fetch_event_types: ["drafts"] } as never)) as never as {
    drafts: { id: number }[];
  };
  await ada.call(deleteDraft, { draft_id: drafts[0]?.id as number });
  assert.ok((await (await follow(acme, here, [owner, ada])).compare()).differences.length >= 5);
  assert.deepEqual((await (await follow(acme, here, [owner, ada])).once()).differences, []);
  await assertSame(here, [owner]);
  assert.equal((await shownTo(adaHere)).drafts?.length, 1);
});
