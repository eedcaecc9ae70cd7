/** What a link proves that was passed on, on a server that sends email now (decision 111). */
import assert from "node:assert/strict";
import { after } from "node:test";
import { type Organization, org, test, useServer } from "../../../test/index.ts";
import { linkIn, Mailbox } from "../../../test/mailbox.ts";
import { startServer } from "../../../test/server.ts";
import { invites, users } from "../../contract.ts";
import { Visitor, waitingAccount } from "./testing.ts";

const mailbox = await Mailbox.open();
after(() => mailbox.close());
useServer((engine) => startServer(engine, { smtpUrl: mailbox.url }));

const PASSWORD = "correct horse battery staple";

const addressIn = ({ realm, server }: Organization) => `ben@${realm.string_id}-${server.engine}.example.org`;

async function invited(acme: Organization): Promise<string> {
  const email = addressIn(acme);
  await acme.owner.call(invites.sendInvites, { invitee_emails: email, stream_ids: [] });
  return linkIn(await mailbox.next(email), "/accounts/do_confirm/");
}

/** As if there had been no mail server when the invitation was made. */
const passOn = (acme: Organization) =>
  acme.alter((tx) =>
    tx.updateTable("invitation").set({ is_passed_on: true }).where("realm_id", "=", acme.realm.id).execute(),
  );

const fills = async (acme: Organization, link: string) =>
  (await new Visitor(acme).opens(link)).submits({ full_name: "Ben R.", password: PASSWORD });

const isConfirmed = async (acme: Organization) => {
  const row = await acme.server.app.database.reader
    .selectFrom("user")
    .select("is_email_verified")
    .where("realm_id", "=", acme.realm.id)
    .where("delivery_email", "=", addressIn(acme))
    .executeTakeFirstOrThrow();
  return row.is_email_verified;
};

test("an emailed link gives someone the account that waits for them", async (t) => {
  const acme = await org(t);
  const id = await waitingAccount(acme, addressIn(acme));
  const visitor = await fills(acme, await invited(acme));
  assert.equal(visitor.status, 302, visitor.text);
  assert.equal((await visitor.asks("/users/me")).user_id, id);
  assert.equal(await isConfirmed(acme), true);
});

test("a link that was passed on earlier gives nobody an account that waits", async (t) => {
  const acme = await org(t);
  const link = await invited(acme);
  await passOn(acme);
  const id = await waitingAccount(acme, addressIn(acme));
  assert.equal((await new Visitor(acme).opens(link)).status, 400);
  assert.equal((await acme.owner.call(users.getUser, { user_id: id })).user.is_active, false);
  const visitor = await fills(acme, await invited(acme));
  assert.equal((await visitor.asks("/users/me")).user_id, id, "an email does");
});

test("a link that was passed on earlier does not confirm the address", async (t) => {
  const acme = await org(t);
  const link = await invited(acme);
  await passOn(acme);
  const visitor = await fills(acme, link);
  assert.equal(visitor.status, 302, visitor.text);
  assert.equal(await isConfirmed(acme), false);
});

test("an invitation that was passed on and is then emailed proves the address by its new link only", async (t) => {
  const acme = await org(t);
  const old = await invited(acme);
  const [{ id } = { id: 0 }] = (await acme.owner.call(invites.getInvites, {})).invites;
  const resends = async () => {
    await acme.owner.call(invites.resendInvite, { invite_id: id });
    return linkIn(await mailbox.next(addressIn(acme)), "/accounts/do_confirm/");
  };
  assert.equal(await resends(), old, "of one that was emailed, both links prove the same");
  await passOn(acme);
  const link = await resends();
  assert.notEqual(link, old);
  assert.match((await new Visitor(acme).opens(old)).text, /link/i);
  assert.notEqual((await new Visitor(acme).opens(old)).status, 200);
  const visitor = await fills(acme, link);
  assert.equal(visitor.status, 302, visitor.text);
  assert.equal(await isConfirmed(acme), true);
});
