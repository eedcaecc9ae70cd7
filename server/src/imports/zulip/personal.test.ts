/** What people have chosen and filled in for themselves, in Zulip exports. */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { invariants } from "../../cli/doctor/invariants.ts";
import { addAlertWords } from "../../people/alert-words/contract.ts";
import { register } from "../../registration/contract.ts";
import { preparePersonal } from "../personal/prepare.ts";
import { ArchiveThread } from "../reading/archive-thread.ts";
import type { PersonalRecord, SkippedRecord } from "../records.ts";
import {
  BEGIN,
  claimed,
  foreseesExport,
  idsNamed,
  importsExport,
  importsWhileKilled,
  zulipExport,
  zulipStream,
  zulipUser,
} from "./testing.ts";

const field = (id: number, field_type: number, name: string, more: object = {}) => ({
  ...{ id, field_type, name, hint: "", field_data: "", required: false, editable_by_user: true, order: id },
  ...more,
});
const value = (field: number, user_profile: number, value: unknown) => ({ field, user_profile, value });
const topic = (user_profile: number, topic_name: string, visibility_policy: number, more: object = {}) => ({
  ...{ user_profile, stream: 5, topic_name, visibility_policy, last_updated: BEGIN + 5 },
  ...more,
});
const subscription = (user_profile: number, stream: number, more: object = {}) => ({
  ...{ user_profile, recipient: stream + 100, active: true },
  ...more,
});

const rows = (adasEmail: string) => ({
  zerver_userprofile: [
    zulipUser(10, "Ada", { delivery_email: adasEmail }),
    zulipUser(11, "Ben"),
    zulipUser(12, "Cleo", { role: 600 }),
    zulipUser(13, "Robot", { is_bot: true }),
  ],
  zerver_stream: [zulipStream(6, "board", { invite_only: true }), zulipStream(7, "here")],
  zerver_subscription: [
    subscription(10, 5, { color: "#123456", is_muted: true }),
    subscription(11, 5, { color: "#ABCDEF", is_muted: true, pin_to_top: true, push_notifications: false }),
    subscription(12, 5, { color: "red", email_notifications: null }),
    subscription(11, 7, { color: "#123456" }),
  ],
  zerver_customprofilefield: [
    field(21, 1, "Phone"),
    field(22, 3, "Team", { field_data: '{"a":{"text":"Ships","order":"1"}}' }),
    field(23, 6, "Mentor"),
    field(24, 5, "Site"),
  ],
  zerver_customprofilefieldvalue: [
    value(21, 10, "1"),
    value(21, 11, "**555**"),
    value(22, 11, "a"),
    value(23, 11, "[10,12,99]"),
    value(24, 11, "javascript:alert(1)"),
    value(21, 12, "x".repeat(51)),
    value(22, 12, "b"),
    value(23, 12, "[13]"),
    value(99, 12, "?"),
    value(21, 77, "?"),
  ],
  zerver_usertopic: [
    topic(10, "logo", 1),
    topic(11, "logo", 3),
    topic(11, "Logo ", 1),
    topic(11, "noise", 1),
    topic(11, "x", 9),
    topic(11, "secret", 3, { stream: 6 }),
    topic(11, "gone", 3, { stream: 88 }),
    topic(11, "there", 3, { stream: 7 }),
  ],
  zerver_muteduser: [
    { user_profile: 11, muted_user: 12, date_muted: BEGIN },
    { user_profile: 11, muted_user: 11, date_muted: BEGIN },
    { user_profile: 11, muted_user: 55 },
  ],
  zerver_alertword: ["Ship", "ship", "y".repeat(101), "null\0"].map((word) => ({ user_profile: 11, word })),
  zerver_userstatus: [
    { user_profile: 11, status_text: "away", emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" },
    { user_profile: 12, status_text: "z".repeat(61), emoji_name: "" },
  ],
  zerver_savedsnippet: [
    { user_profile: 11, title: "Hello", content: "Welcome", date_created: BEGIN },
    { user_profile: 11, title: "t".repeat(61), content: "Welcome" },
  ],
});

interface OwnState {
  readonly user_topics: { topic_name: string; visibility_policy: number; last_updated: number }[];
  readonly subscriptions: Record<string, unknown>[];
  readonly muted_users: { id: number; timestamp: number }[];
  readonly alert_words: string[];
  readonly user_status: Record<string, Record<string, string>>;
  readonly saved_snippets: { title: string; content: string; date_created: number }[];
  readonly realm_users: {
    user_id: number;
    profile_data?: Record<string, { value: string; rendered_value?: string }>;
  }[];
  readonly custom_profile_fields: { id: number; name: string }[];
}

async function own(person: Person) {
  const state = (await person.call(register, {})) as unknown as OwnState;
  const user = state.realm_users.find(({ user_id }) => user_id === person.id);
  const nameOf = (id: string) => state.custom_profile_fields.find((each) => each.id === Number(id))?.name ?? "";
  const design = state.subscriptions.find(({ name }) => name === "design");
  const here = state.subscriptions.find(({ name }) => name === "here");
  return {
    topics: state.user_topics.map((each) => [each.topic_name, each.visibility_policy, each.last_updated - BEGIN]),
    design: design && [design.color, design.is_muted, design.pin_to_top, design.push_notifications],
    here: here?.color,
    muted: state.muted_users,
    words: state.alert_words,
    status: state.user_status[person.id],
    snippets: state.saved_snippets.map(({ title, content, date_created }) => [title, content, date_created]),
    profile: Object.entries(user?.profile_data ?? {}).map(([id, each]) => [
      nameOf(id),
      each.value,
      each.rendered_value,
    ]),
  };
}

async function prepared(acme: Organization) {
  acme.stopFollowing("no server runs during an import");
  const { owner } = acme;
  await acme.channel("here", [owner]);
  await owner.call(addAlertWords, { alert_words: ["mine"] });
  await acme.alter((tx) =>
    tx.updateTable("user").set({ is_email_verified: true }).where("id", "=", owner.id).execute(),
  );
}

test("people find their settings for channels and topics, their profiles and lists", async (t) => {
  const acme = await org(t);
  await prepared(acme);
  const file = await zulipExport(t, rows(acme.owner.email));
  const before = await own(acme.owner);
  const planned = await foreseesExport(acme, file);
  const { taken, leftOut } = await importsExport(acme, file);
  assert.equal(taken.people_matched, 1);
  const { design: adas, ...kept } = await own(acme.owner);
  const { design: _, ...had } = before;
  assert.deepEqual(kept, had, "an account that is in use keeps what it has");
  assert.notDeepEqual(adas?.slice(0, 2), ["#123456", true]);

  const ben = await claimed(acme, "Ben");
  const [adaId, cleoId] = [acme.owner.id, ...(await idsNamed(acme, "Cleo"))];
  const here = await own(ben);
  assert.notEqual(here.here, "#123456", "a channel that was here before");
  const status = { status_text: "away", emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" };
  assert.deepEqual(
    { ...here, here: undefined },
    {
      topics: [
        ["Logo", 1, 5],
        ["noise", 1, 5],
      ],
      design: ["#abcdef", true, true, false],
      here: undefined,
      muted: [{ id: cleoId, timestamp: BEGIN }],
      words: ["Ship"],
      status,
      snippets: [["Hello", "Welcome", BEGIN]],
      profile: [
        ["Phone", "**555**", "<p><strong>555</strong></p>"],
        ["Team", "a", undefined],
        ["Mentor", JSON.stringify([adaId, cleoId]), undefined],
      ],
    },
  );
  assert.deepEqual([taken.profile_values, taken.personal_settings], [3, 7]);
  assert.deepEqual(
    leftOut,
    [
      "1 people in profiles: the person is not in the archive",
      "1 personal settings: the channel is not in the archive, or was left out",
      "1 personal settings: the person cannot read the channel",
      "2 personal settings: the account here is in use",
      "2 personal settings: the channel was here before",
      "1 personal settings: the person is not in the archive",
      "1 personal settings: the policy of the topic is unknown",
      "1 personal settings: whose they are is not in the archive",
      "1 values of profile fields: it names a bot",
      "1 values of profile fields: the account here is in use",
      "1 values of profile fields: the field is not here",
      "3 values of profile fields: the value is not one that can be here",
      "6 personal settings: the value is not one that can be here",
    ].sort(),
  );
  // What only the database knows is not foreseen.
  assert.equal(planned.taken.profile_values, taken.profile_values + 1);
  assert.equal(planned.taken.personal_settings, taken.personal_settings + 1);
  const { reader } = acme.server.app.database;
  for (const { name, problems } of invariants) assert.deepEqual(await problems(reader), [], name);
});

test("an import that is killed again and again gives people the same settings, and nothing twice", async (t) => {
  const [whole, acme] = [await org(t), await org(t)];
  await prepared(whole);
  await prepared(acme);
  const expected = await importsExport(whole, await zulipExport(t, rows(whole.owner.email)));
  const { kills, ...again } = await importsWhileKilled(acme, await zulipExport(t, rows(acme.owner.email)));
  assert(kills > 3, `${kills} kills`);
  assert.deepEqual(again, expected);
  const [of, there] = [await own(await claimed(acme, "Ben")), await own(await claimed(whole, "Ben"))];
  // Colors that nobody has chosen depend on what the run has seen.
  const comparable = ({ muted, profile, here: _, ...others }: typeof of) => ({
    ...others,
    muted: muted.length,
    profile: profile.length,
  });
  assert.deepEqual(comparable(of), comparable(there));
});

test("an archive that lists somebody twice takes what they have chosen once", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const file = await zulipExport(t, {
    zerver_userprofile: [zulipUser(10, "Ada"), zulipUser(11, "Ben"), zulipUser(11, "Ben"), zulipUser(12, "Cleo")],
    zerver_alertword: [{ user_profile: 11, word: "ship" }],
  });
  const planned = await foreseesExport(acme, file);
  const { taken, leftOut } = await importsExport(acme, file);
  assert.deepEqual(planned, { taken, leftOut });
  assert.equal(taken.personal_settings, 1);
  assert.deepEqual((await own(await claimed(acme, "Ben"))).words, ["ship"]);
});

test("what one person has chosen is cut where the archive is read, and each reason is counted once", async (t) => {
  const file = await zulipExport(t, {
    zerver_userprofile: [zulipUser(10, "Ada"), zulipUser(11, "Ben")],
    zerver_usertopic: Array.from({ length: 30_000 }, (_, n) =>
      topic(11, `topic ${n}`, n < 12_000 ? 1 : 9, { stream: 88 }),
    ),
    zerver_customprofilefieldvalue: Array.from({ length: 10_001 }, () => value(21, 11, "1")),
    zerver_savedsnippet: Array.from({ length: 3 }, (_, n) => ({
      ...{ user_profile: 11, title: `${n}`, content: "x".repeat(1_500_000) },
    })),
  });
  const source = await ArchiveThread.openAs("zulip", file, { workFolder: dirname(file) });
  t.after(() => source.close());
  const found: (PersonalRecord | SkippedRecord)[] = [];
  for await (const each of source.personal()) found.push(each);
  const told = found.map((each) => (each.type === "skipped" ? [each.what, each.reason, each.count] : each.person));
  assert.deepEqual(told, [
    "10",
    "11",
    ["values of profile fields", "the person has too many", 1],
    ["personal settings", "the person has too many", 2001],
    ["personal settings", "the policy of the topic is unknown", 18_000],
  ]);

  const acme = await org(t);
  const { app } = acme.server;
  const realm = await app.identities.realmById(app.database.reader, acme.realm.id);
  const nothing = { get: () => undefined, isOwn: () => false, profileField: () => undefined };
  const around = { app, realm, people: nothing, channels: nothing, organization: nothing };
  const { leftOut } = preparePersonal(around, found[1] as PersonalRecord, 1);
  assert.deepEqual(
    leftOut.map(({ what, reason, count }) => [what, reason, count]),
    [
      ["values of profile fields", "the field is not here", 10_000],
      ["personal settings", "the channel is not in the archive, or was left out", 10_000],
      ["personal settings", "the value is not one that can be here", 2],
    ],
  );
});
