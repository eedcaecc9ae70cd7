/** Drafts in Zulip's format. */
import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { invariants } from "../../cli/doctor/invariants.ts";
import { getDrafts } from "../../personal/drafts/contract.ts";
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

const draft = (user_profile: number, recipient: number | null, content: string, age = 0) => ({
  ...{ user_profile, recipient, topic: "logo", content, last_edit_time: BEGIN - age },
});
const subscriptions = (recipient: number) =>
  [10, 11, 12].map((user_profile) => ({ user_profile, recipient, active: true }));

const rows = (adasEmail: string) => ({
  zerver_userprofile: [
    zulipUser(10, "Ada", { delivery_email: adasEmail }),
    zulipUser(11, "Ben"),
    zulipUser(12, "Cleo", { role: 600 }),
  ],
  zerver_stream: [zulipStream(6, "board", { invite_only: true })],
  zerver_recipient: [
    { id: 202, type: 1, type_id: 11 },
    { id: 203, type: 3, type_id: 9 },
    { id: 204, type: 1, type_id: 99 },
  ],
  zerver_subscription: [...subscriptions(105), ...subscriptions(203)],
  zerver_draft: [
    draft(11, 105, "What if @**Ada|10** were"),
    draft(11, 203, "to the three of us", 1),
    draft(11, 202, "to myself", 2),
    draft(11, null, "to nobody", 3),
    draft(11, 106, "secret"),
    draft(11, 204, "to a stranger"),
    draft(11, 999, "to nowhere"),
    draft(11, 105, "  "),
    draft(12, 105, "a guest's"),
    draft(10, 105, "mine"),
    draft(77, 105, "a stranger's"),
  ],
});

async function prepared(acme: Organization): Promise<void> {
  acme.stopFollowing("no server runs during an import");
  await acme.alter((tx) =>
    tx.updateTable("user").set({ is_email_verified: true }).where("id", "=", acme.owner.id).execute(),
  );
}

const draftsOf = async (person: Person) =>
  (await person.call(getDrafts, {})).drafts.map(({ type, to, topic, content, timestamp }) => [
    ...[type, to, topic, content, timestamp - BEGIN],
  ]);

test("people find their drafts, as far as they could save them here", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  await prepared(acme);
  await prepared(other);
  const file = await zulipExport(t, rows(acme.owner.email));
  const planned = await foreseesExport(acme, file);
  const { taken, leftOut } = await importsExport(acme, file);
  assert.equal(taken.personal_settings, 5);
  assert.deepEqual(leftOut, [
    "1 personal settings: the account here is in use",
    "1 personal settings: the channel is not in the archive, or was left out",
    "1 personal settings: the person could not save it here",
    "1 personal settings: the person is not in the archive",
    "1 personal settings: the value is not one that can be here",
    "1 personal settings: whose they are is not in the archive",
  ]);
  // What only the database knows is not foreseen.
  assert.equal(planned.taken.personal_settings, taken.personal_settings + 1);

  const [cleo = 0] = await idsNamed(acme, "Cleo");
  const ben = await claimed(acme, "Ben");
  const { reader } = acme.server.app.database;
  const { id: design } = await reader
    .selectFrom("channel")
    .select("id")
    .where("realm_id", "=", acme.realm.id)
    .where("name", "=", "design")
    .executeTakeFirstOrThrow();
  assert.deepEqual(await draftsOf(ben), [
    ["stream", [design], "logo", "What if @**Ada** were", 0],
    ["private", [acme.owner.id, cleo], "", "to the three of us", -1],
    ["private", [ben.id], "", "to myself", -2],
    ["", [], "", "to nobody", -3],
  ]);
  assert.deepEqual(await draftsOf(await claimed(acme, "Cleo")), [["stream", [design], "logo", "a guest's", 0]]);
  assert.deepEqual(await draftsOf(acme.owner), []);
  const { database } = acme.server.app;
  for (const { name, problems } of invariants) assert.deepEqual(await problems(database.reader), [], name);

  const again = await importsWhileKilled(other, await zulipExport(t, rows(other.owner.email)));
  assert(again.kills > 3, `${again.kills} kills`);
  assert.deepEqual([again.taken, again.leftOut], [taken, leftOut]);
  assert.equal((await draftsOf(await claimed(other, "Ben"))).length, 4);
});
