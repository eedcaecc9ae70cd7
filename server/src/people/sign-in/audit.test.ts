/** What pages leave in the audit log: of people who are not signed in yet, or no longer. */
import assert from "node:assert/strict";
import { auditOf } from "../../../test/audit.ts";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { users } from "../../contract.ts";
import { PASSWORD, withPassword } from "./testing.ts";

const brief = (entries: Awaited<ReturnType<typeof auditOf>>) =>
  entries.map(({ action, actor_kind, actor_id, user_id, details }) => ({
    action,
    actor_kind,
    actor_id,
    user_id,
    details,
  }));

async function ada(acme: Organization): Promise<Person> {
  return withPassword(acme, await acme.member("Ada"));
}

test("signing in and out is recorded as the person's own act, with their address", async (t) => {
  const acme = await org(t);
  const { id, email } = await ada(acme);
  const browser = new Browser(acme);
  const entries = await auditOf(acme, async () => {
    await browser.signsIn(email, PASSWORD);
    const page = await browser.opens("/login/?next=/");
    assert.ok(page);
    await browser.asks("POST //accounts/logout/", { csrfmiddlewaretoken: browser.csrfToken });
  });
  const own = { actor_kind: "user", actor_id: id, user_id: id, details: {} };
  assert.deepEqual(brief(entries), [
    { action: "signed_in", ...own },
    { action: "signed_out", ...own },
  ]);
  assert.deepEqual(
    entries.map(({ ip_address }) => ip_address),
    ["203.0.113.7", "203.0.113.7"],
  );
});

test("a refused password is recorded for accounts, with nobody as the actor, and not for unknown addresses", async (t) => {
  const acme = await org(t);
  const { id, email } = await ada(acme);
  const refusal = (reason: string) => ({
    action: "sign_in_refused",
    actor_kind: "visitor",
    actor_id: null,
    user_id: id,
    details: { reason },
  });
  const attempt = (username: string, password: string) => () => new Browser(acme).signsIn(username, password);
  assert.deepEqual(brief(await auditOf(acme, attempt(email, "wrong"))), [refusal("wrong_password")]);
  assert.deepEqual(brief(await auditOf(acme, attempt("nobody@example.com", "wrong"))), []);
  await acme.owner.call(users.deactivateUser, { user_id: id });
  assert.deepEqual(brief(await auditOf(acme, attempt(email, PASSWORD))), [refusal("deactivated")]);
});

test("an unknown address costs a refused sign-in as much as a known one: both leave a job", async (t) => {
  const acme = await org(t);
  const { email } = await ada(acme);
  const { database } = acme.server.app;
  const commits = async (username: string) => {
    await acme.server.app.jobs.settled();
    const before = database.commits;
    await new Browser(acme).signsIn(username, "wrong");
    await acme.server.app.jobs.settled();
    return database.commits - before;
  };
  assert.equal(await commits("nobody@example.com"), await commits(email));
});
