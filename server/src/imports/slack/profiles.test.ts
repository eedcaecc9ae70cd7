/** Profiles and statuses of people in Slack. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import sharp from "sharp";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { invariants } from "../../cli/doctor/invariants.ts";
import { createProfileField } from "../../people/profile-fields/contract.ts";
import { register } from "../../registration/contract.ts";
import { importFrom } from "../import.ts";
import { openSource } from "../open.ts";
import { ArchiveThread } from "../reading/archive-thread.ts";
import { fingerprintOf } from "../recognise.ts";
import type { ImportSource } from "../records.ts";
import { survey } from "../survey.ts";
import { archiveFile, zipOf } from "../testing.ts";
import { slackChannel, slackUser } from "./testing.ts";

/** In the year 2096. */
const LATER = 4_000_000_000;

const someone = (id: string, name: string, profile: object, more: { deleted?: boolean; is_bot?: boolean } = {}) =>
  slackUser(id, name, { more: { profile: { real_name: name, ...profile }, ...more } });

const png = await sharp({ create: { width: 32, height: 32, channels: 3, background: "teal" } })
  .png()
  .toBuffer();

async function archived(t: TestContext, users: readonly object[], later: readonly object[] = []): Promise<string> {
  const file = archiveFile(
    t,
    "team.zip",
    zipOf([
      ["users.json", users],
      ["channels.json", [slackChannel("C1", "general", ["U1"])]],
      ...(later.length > 0 ? [["org_users.json", later] as const] : []),
    ]),
  );
  mkdirSync(join(dirname(file), "files", "emoji"), { recursive: true });
  writeFileSync(join(dirname(file), "files", "emoji", "our-hut.png"), png);
  return file;
}

const opened = (file: string) =>
  openSource("slack", file, { workFolder: dirname(file), folder: join(dirname(file), "files") });

const reported = ({ taken, left_out }: Awaited<ReturnType<typeof survey>>["tally"]) => ({
  taken,
  leftOut: left_out
    .filter(
      ({ what }) => what === "values of profile fields" || what === "personal settings" || what === "profile fields",
    )
    .map(({ what, reason, count }) => `${count} ${what}: ${reason}`)
    .sort(),
});

/** A dry run has said what it then does. */
async function imports(acme: Organization, file: string, source: ImportSource) {
  const { app } = acme.server;
  const realm = await app.identities.realmById(app.database.reader, acme.realm.id);
  try {
    const planned = reported((await survey(app, realm, source)).tally);
    const { tally } = await importFrom(app, realm, source, { fingerprint: await fingerprintOf(file) });
    assert.deepEqual(planned, reported(tally), "a dry run says the same");
    return reported(tally);
  } finally {
    await source.close();
    await acme.server.restart();
  }
}

interface People {
  readonly custom_profile_fields: { id: number; name: string; type: number }[];
  readonly realm_users: { user_id: number; full_name: string; profile_data?: Record<string, { value: string }> }[];
  readonly realm_non_active_users: People["realm_users"];
  readonly realm_bots: { full_name: string }[];
  readonly user_status: Record<string, { status_text?: string; emoji_name?: string; reaction_type?: string }>;
}

/** What others see of people. */
async function seenBy(person: Person) {
  const state = (await person.call(register, {})) as unknown as People;
  const fields = new Map(state.custom_profile_fields.map(({ id, name }) => [String(id), name]));
  const people = [...state.realm_users, ...state.realm_non_active_users].map(
    ({ user_id, full_name, profile_data = {} }) => {
      const values = Object.entries(profile_data).map(([id, { value }]) => `${fields.get(id)}: ${value}`);
      const { status_text, emoji_name } = state.user_status[user_id] ?? {};
      return [full_name, { values: values.sort(), status: status_text ?? "", emoji: emoji_name ?? "" }] as const;
    },
  );
  return {
    fields: state.custom_profile_fields.map(({ name, type }) => [name, type]),
    people: new Map(people),
  };
}

async function organization(t: TestContext): Promise<Organization> {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  await acme.alter((tx) =>
    tx.updateTable("user").set({ is_email_verified: true }).where("id", "=", acme.owner.id).execute(),
  );
  return acme;
}

const BEN = {
  title: "Head of huts &amp; paths",
  phone: "+47 555",
  pronouns: "he/him",
  skype: "",
  start_date: "2019-02-28",
  status_text: "On the &lt;north&gt; path",
  status_emoji: ":wave::skin-tone-3:",
  status_expiration: 0,
};

const team = (acme: Organization) => [
  someone("U1", "Ada", { ...BEN, email: acme.owner.email, title: "Captain", fields: { Xf1: { value: "x", alt: "" } } }),
  someone("U2", "Ben", BEN),
  someone("U3", "Cleo", { title: "Was here", status_text: "until then", status_expiration: 1 }, { deleted: true }),
  someone("U4", "Deploy", { title: "Robot", skype: "deploy", status_text: "deploying" }, { is_bot: true }),
  someone("U5", "Dana", {
    phone: " 1 ",
    title: "  ",
    fields: { Xf1: { value: "Blue", alt: "" }, Xf2: { value: "" }, Xf3: { value: "2020-01-01" }, Xf4: null },
    status_text: "",
    status_emoji: ":our-hut:",
    status_expiration: LATER,
  }),
];

test("people have their profiles and statuses of Slack, and accounts in use keep theirs", async (t) => {
  const acme = await organization(t);
  await acme.owner.call(createProfileField, { field_type: 1, name: "Phone" });
  await acme.owner.call(createProfileField, { field_type: 2, name: "Title" });
  const file = await archived(t, team(acme), [someone("U2", "Ben", { title: "Another" })]);
  const { taken, leftOut } = await imports(acme, file, await opened(file));
  assert.deepEqual([taken.profile_fields, taken.profile_values, taken.personal_settings], [4, 6, 2]);
  assert.deepEqual(leftOut, [
    "1 personal settings: the account here is in use",
    "3 values of profile fields: the archive does not say what the field is",
    "4 values of profile fields: the account here is in use",
  ]);
  const { fields, people } = await seenBy(acme.owner);
  assert.deepEqual(fields, [
    ["Phone", 1],
    ["Title", 2],
    ["Title (slack)", 1],
    ["Pronouns", 8],
    ["Start date", 4],
  ]);
  assert.deepEqual(people.get(acme.owner.name), { values: [], status: "", emoji: "" });
  assert.deepEqual(people.get("Ben")?.values, [
    "Phone: +47 555",
    "Pronouns: he/him",
    "Start date: 2019-02-28",
    "Title (slack): Head of huts & paths",
  ]);
  assert.deepEqual(people.get("Cleo")?.values, ["Title (slack): Was here"]);
  assert.deepEqual(people.get("Dana")?.values, ["Phone: 1"]);
  const shown = ["Ben", "Cleo", "Dana"].map((name) => [people.get(name)?.status, people.get(name)?.emoji]);
  assert.deepEqual(shown, [
    ["On the <north> path", "wave"],
    ["", ""],
    ["", "our-hut"],
  ]);
  const { reader } = acme.server.app.database;
  for (const { name, problems } of invariants) assert.deepEqual(await problems(reader), [], name);

  // Where the archive is read in a thread, it is the same.
  const other = await organization(t);
  const again = await archived(t, team(other));
  const folder = join(dirname(again), "files");
  await imports(other, again, await ArchiveThread.openAs("slack", again, { workFolder: dirname(again), folder }));
  const seen = await seenBy(other.owner);
  assert.deepEqual(
    seen.fields.map(([name]) => name),
    ["Title", "Phone", "Pronouns", "Start date"],
  );
  assert.deepEqual(seen.people.get("Dana"), people.get("Dana"));
});

test("what cannot be in a profile here is left out, and counted", async (t) => {
  const acme = await organization(t);
  const long = "x".repeat(10_000);
  const file = await archived(t, [
    someone("U1", "Ben", {
      ...{ title: { toString: "x" }, phone: ["1"], pronouns: 7, skype: true, start_date: null },
      ...{ status_text: { text: "x" }, status_emoji: [":wave:"], status_expiration: "never", fields: ["x", 7] },
    }),
    someone("U2", "Cleo", {
      ...{ title: long, phone: long, pronouns: long, skype: "cleo\0", start_date: "2019-02-30" },
      ...{ status_text: long, status_emoji: ":wave:", fields: { Xf1: { value: {} } } },
    }),
    someone("U3", "Dana", { start_date: long, title: "Here", status_emoji: ":no-such-emoji:" }),
    someone("", "Nobody", { title: "Nobody", skype: "nobody" }),
    slackUser("U6", "Eve", { more: { profile: "none" } }),
  ]);
  const { taken, leftOut } = await imports(acme, file, await opened(file));
  assert.deepEqual([taken.profile_fields, taken.profile_values, taken.personal_settings], [5, 1, 0]);
  assert.deepEqual(leftOut, [
    "1 personal settings: the value is not one that can be here",
    "1 personal settings: there is no such emoji here",
    "1 values of profile fields: the archive does not say what the field is",
    "2 personal settings: the value is not a text",
    "4 values of profile fields: the value is not a text",
    "6 values of profile fields: the value is not one that can be here",
  ]);
  const { people } = await seenBy(acme.owner);
  const nothing = { values: [], status: "", emoji: "" };
  assert.deepEqual([people.get("Ben"), people.get("Cleo")], [nothing, nothing]);
  assert.deepEqual(people.get("Dana"), { ...nothing, values: ["Title: Here"] });
});

test("an organization gets no field for which nobody has a value", async (t) => {
  const acme = await organization(t);
  const file = await archived(t, [
    someone("U1", "Ben", { title: "", phone: " ", skype: null, pronouns: {} }),
    someone("U2", "Robot", { title: "Robot" }, { is_bot: true }),
  ]);
  const { taken } = await imports(acme, file, await opened(file));
  assert.deepEqual([taken.profile_fields, taken.profile_values], [0, 0]);
  assert.deepEqual((await seenBy(acme.owner)).fields, []);
});
