/** Profiles of people in Mattermost. */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { org, test } from "../../../test/index.ts";
import { register } from "../../registration/contract.ts";
import { importFrom } from "../import.ts";
import { openSource } from "../open.ts";
import { fingerprintOf } from "../recognise.ts";
import { survey } from "../survey.ts";
import { archiveFile } from "../testing.ts";

const user = (username: string, more: object) => ({
  type: "user",
  user: { username, email: `${username}@example.org`, first_name: "", last_name: "", nickname: "", ...more },
});

test("people have their positions and nicknames of Mattermost", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const { app } = acme.server;
  const { owner } = acme;
  await acme.alter((tx) =>
    tx.updateTable("user").set({ is_email_verified: true }).where("id", "=", owner.id).execute(),
  );
  const lines = [
    { type: "version", version: 1 },
    user("ada", { email: owner.email, first_name: "Ada", position: "Captain" }),
    user("ben", { first_name: "Ben", last_name: "Riley", nickname: "Benny", position: "Cook & baker" }),
    user("cleo", { nickname: "Cleo", position: "x".repeat(51), delete_at: 1 }),
    user("dana", { first_name: "Dana", nickname: ["D"], position: { name: "Mate" } }),
    user("deploy", { first_name: "Deploy", position: "Robot", is_bot: true }),
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const file = archiveFile(t, "export.jsonl", Buffer.from(text));
  const source = await openSource("mattermost", file, { workFolder: dirname(file) });
  const realm = await app.identities.realmById(app.database.reader, acme.realm.id);
  const planned = await survey(app, realm, source);
  const { tally } = await importFrom(app, realm, source, { fingerprint: await fingerprintOf(file) });
  await source.close();
  await acme.server.restart();
  assert.deepEqual(planned.tally.taken, tally.taken);
  const linesOf = ({ left_out }: typeof tally) =>
    left_out.map(({ what, reason, count, examples }) => `${count} ${what}: ${reason} ${examples}`).sort();
  assert.deepEqual(linesOf(planned.tally), linesOf(tally));
  assert.deepEqual(linesOf(tally), [
    "1 values of profile fields: the account here is in use ",
    "1 values of profile fields: the value is not one that can be here ",
    "2 values of profile fields: the value is not a text ",
  ]);
  assert.deepEqual([tally.taken.profile_fields, tally.taken.profile_values], [2, 2]);
  const state = (await owner.call(register, {})) as unknown as {
    readonly custom_profile_fields: { id: number; name: string }[];
    readonly realm_non_active_users: { full_name: string; profile_data?: Record<string, { value: string }> }[];
  };
  const names = new Map(state.custom_profile_fields.map(({ id, name }) => [String(id), name]));
  const values = state.realm_non_active_users.flatMap(({ full_name, profile_data = {} }) =>
    Object.entries(profile_data).map(([id, { value }]) => `${full_name}, ${names.get(id)}: ${value}`),
  );
  assert.deepEqual(values.sort(), ["Ben Riley, Nickname: Benny", "Ben Riley, Position: Cook & baker"]);
});
