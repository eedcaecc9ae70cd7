/** Who gets the history of an archive, on a server that sends no email (decision 111). */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import type { TestContext } from "node:test";
import { type Organization, org, type Person, test } from "../../test/index.ts";
import { invites, messages as messageApi, users } from "../contract.ts";
import { join } from "../joining/sign-up/join.ts";
import { Visitor } from "../joining/sign-up/testing.ts";
import { Role } from "../kernel/access/roles.ts";
import { change } from "../kernel/context.ts";
import { operatorContext } from "../kernel/server-context.ts";
import { updateRealm } from "../organization/realms/contract.ts";
import { importFrom } from "./import.ts";
import { openSource } from "./open.ts";
import { fingerprintOf } from "./recognise.ts";
import { slackChannel, slackDays, slackMessage, slackTime, slackUser } from "./slack/testing.ts";
import { survey } from "./survey.ts";
import { archiveFile, zipOf } from "./testing.ts";

const BEGIN = 1_583_107_200;
const PASSWORD = "correct horse battery staple";

/** A workspace in which each of these people has written to the others directly. */
function archiveOf(t: TestContext, people: readonly ReturnType<typeof slackUser>[]): string {
  const ids = people.map(({ id }) => id);
  const said = people.map(({ id }, n) => ["mpdm", slackMessage(id, `secret of ${id}`, slackTime(BEGIN + n))] as const);
  const entries = [
    ["users.json", people],
    ["channels.json", [slackChannel("C1", "general", ids)]],
    ["mpims.json", [{ id: "M1", name: "mpdm", members: ids }]],
    ...slackDays(said),
  ] as const;
  return archiveFile(t, "team.zip", zipOf(entries));
}

async function opened<T>(file: string, work: (source: Awaited<ReturnType<typeof openSource>>) => Promise<T>) {
  const source = await openSource("slack", file, { workFolder: dirname(file) });
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}

async function imports(acme: Organization, file: string) {
  acme.stopFollowing("no server runs during an import");
  const { app } = acme.server;
  const fingerprint = await fingerprintOf(file);
  const { tally } = await opened(file, (source) => importFrom(app, acme.realm, source, { fingerprint }));
  await acme.server.restart();
  return tally;
}

const unconfirm = (acme: Organization, ...people: Person[]) =>
  acme.alter((tx) =>
    tx
      .updateTable("user")
      .set({ is_email_verified: false })
      .where(
        "id",
        "in",
        people.map(({ id }) => id),
      )
      .execute(),
  );

const direct = async (person: Person) => {
  const narrow = [{ operator: "is", operand: "dm" }] as never;
  const { messages } = await person.call(messageApi.getMessages, {
    ...{ anchor: "newest", num_before: 100, num_after: 0, apply_markdown: false, narrow },
  });
  return messages.map(({ content }) => content).filter((text) => text.startsWith("secret"));
};

const leftOut = (tally: { left_out: readonly { what: string; reason: string; count: number }[] }) =>
  tally.left_out.map(({ what, reason, count }) => `${count} ${what}: ${reason}`);

const accountNamed = (acme: Organization, name: string) =>
  acme.server.app.database.reader
    .selectFrom("user")
    .select(["id", "delivery_email", "is_active"])
    .where("realm_id", "=", acme.realm.id)
    .where("full_name", "=", name)
    .executeTakeFirstOrThrow();

test("someone who has signed up with another's address does not get their messages", async (t) => {
  const acme = await org(t);
  const [bea, mal, ann] = [await acme.member("Bea"), await acme.member("Mal"), await acme.administrator("Ann")];
  await unconfirm(acme, mal, ann);
  const file = archiveOf(t, [
    slackUser("U1", "Bea There", { email: bea.email }),
    slackUser("U2", "Victim", { email: mal.email.toUpperCase() }),
    slackUser("U3", "Ann There", { email: ann.email }),
  ]);
  const planned = await opened(file, (source) => survey(acme.server.app, acme.realm, source));
  const tally = await imports(acme, file);
  assert.deepEqual(planned.tally, tally);
  assert.deepEqual([tally.taken.people_matched, tally.taken.people_created], [2, 1]);
  assert.deepEqual(leftOut(tally), [
    "1 email addresses: someone here has it who has not confirmed it: the person cannot be invited",
  ]);
  const all = ["secret of U1", "secret of U2", "secret of U3"];
  assert.deepEqual([await direct(bea), await direct(ann), await direct(mal)], [all, all, []]);
  const victim = await accountNamed(acme, "Victim");
  assert.equal(victim.is_active, false);
  assert.match(victim.delivery_email, /\.imported\.invalid$/);
});

test("nobody can have the address of an account without one", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await imports(acme, archiveOf(t, [slackUser("U1", "No Address"), slackUser("U2", "Other")]));
  const { delivery_email: email, id } = await accountNamed(acme, "No Address");
  await acme.owner.call(updateRealm, { allow_unverified_sign_up: true, invite_required: false });
  const { invite_link } = await acme.owner.call(invites.createInviteLink, {});
  for (const taken of [email, "someone@imported.invalid", "X@Y.Imported.Invalid"]) {
    const visitor = await (await new Visitor(acme).opens(invite_link)).submits({
      ...{ email: taken, full_name: "Mal", password: PASSWORD },
    });
    assert.equal(visitor.status, 400, taken);
    await assert.rejects(
      acme.owner.call(invites.sendInvites, { invitee_emails: taken, stream_ids: [] }),
      { code: "INVITATION_FAILED" },
      taken,
    );
    const changed = await ada.asks("PATCH", "/settings", { email: taken });
    assert.equal(changed.result, "error", taken);
    const account = { email: taken, full_name: "Mal", role: Role.member, password_hash: null };
    const operator = operatorContext(acme.server.app, acme.realm);
    await assert.rejects(
      change(operator, (ctx) => join(ctx, account, { isProven: true })),
      { code: "BAD_REQUEST" },
      taken,
    );
  }
  assert.equal((await acme.owner.call(users.getUser, { user_id: id })).user.is_active, false);
});

test("people of an archive are not known by an address that nobody can have", async (t) => {
  const acme = await org(t);
  await imports(acme, archiveOf(t, [slackUser("U1", "No Address"), slackUser("U2", "Other")]));
  const { delivery_email, id } = await accountNamed(acme, "No Address");
  const tally = await imports(acme, archiveOf(t, [slackUser("U9", "Mallory", { email: delivery_email })]));
  assert.equal(tally.taken.people_matched, 0);
  assert.notEqual((await accountNamed(acme, "Mallory")).id, id);
});

test("whoever was deactivated there waits for nobody here", async (t) => {
  const acme = await org(t);
  const file = archiveOf(t, [
    slackUser("U1", "Ben", { email: "ben@example.org" }),
    slackUser("U2", "Cleo", { email: "cleo@example.org", more: { deleted: true } }),
  ]);
  const { taken } = await imports(acme, file);
  assert.deepEqual([taken.people_created, taken.people_deactivated], [1, 1]);
  const invite = (invitee_emails: string) => acme.owner.call(invites.sendInvites, { invitee_emails, stream_ids: [] });
  await assert.rejects(invite("cleo@example.org"), { code: "INVITATION_FAILED" });
  assert.equal((await invite("ben@example.org")).invite_links?.length, 1);
  // An archive of another program finds the account, and does not wake it.
  const again = archiveOf(t, [slackUser("U7", "Cleo", { email: "cleo@example.org" })]);
  assert.equal((await imports(acme, again)).taken.people_matched, 1);
  await assert.rejects(invite("cleo@example.org"), { code: "INVITATION_FAILED" });
  const { id } = await accountNamed(acme, "Cleo");
  await acme.owner.call(users.reactivateUser, { user_id: id });
  assert.equal((await accountNamed(acme, "Cleo")).is_active, true);
});

test("someone who left and came back gets one account, which waits", async (t) => {
  const left = { more: { deleted: true } };
  for (const order of [0, 1]) {
    const acme = await org(t);
    const people = [
      slackUser("U1", "Cleo Before", { email: "cleo@example.org", ...left }),
      slackUser("U2", "Cleo", { email: "Cleo@example.org" }),
    ];
    const file = archiveOf(t, order === 0 ? people : people.reverse());
    const planned = await opened(file, (source) => survey(acme.server.app, acme.realm, source));
    const tally = await imports(acme, file);
    assert.deepEqual(planned.tally, tally);
    const { people_created, people_deactivated, people_matched } = tally.taken;
    assert.deepEqual([people_created, people_deactivated, people_matched], [1, 0, 1]);
    const { delivery_email } = await accountNamed(acme, "Cleo");
    assert.equal(delivery_email.toLowerCase(), "cleo@example.org");
    const invite = { invitee_emails: "cleo@example.org", stream_ids: [] };
    assert.equal((await acme.owner.call(invites.sendInvites, invite)).invite_links?.length, 1);
  }
});
