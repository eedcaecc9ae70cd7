/** Whether emails arrive, as the overview has it. */
import assert from "node:assert/strict";
import { after } from "node:test";
import { type Organization, org, test, until, useServer } from "../../../test/index.ts";
import { Mailbox } from "../../../test/mailbox.ts";
import { startServer } from "../../../test/server.ts";
import { change } from "../../kernel/context.ts";
import { sendMail } from "../../kernel/mail/send.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { getOverview } from "./contract.ts";

const mailbox = await Mailbox.open();
after(() => mailbox.close());
useServer((engine) => startServer(engine, { smtpUrl: mailbox.url, mailFrom: "chat@example.com" }));

const sends = ({ server, realm, owner }: Organization) =>
  change(serverContext(server.app, realm), async (ctx) =>
    sendMail(ctx, { delivery_email: owner.email }, { subject: "Hello", language: "en", paragraphs: ["Hi"] }),
  );

async function emailsOf({ owner }: Organization) {
  const { deliveries, sends_email } = await owner.call(getOverview, {});
  assert.equal(sends_email, true);
  const [email] = deliveries.filter(({ way }) => way === "email");
  return { waiting: email?.waiting, retrying: email?.retrying, ...lastOf(email) };
}

const lastOf = (email: { last_success: number | null; last_failure: number | null } | undefined) => ({
  success: email?.last_success,
  failure: email?.last_failure,
});

test("the overview says when an email last arrived and last failed, and how many are retried", async (t) => {
  const acme = await org(t);
  const now = Math.floor(acme.clock.now() / 1000);
  const idle = { waiting: 0, retrying: 0 };
  assert.deepEqual(await emailsOf(acme), { ...idle, success: null, failure: null });
  await sends(acme);
  await acme.server.app.jobs.settled();
  assert.deepEqual(await emailsOf(acme), { ...idle, success: now, failure: null });

  mailbox.refusal = { code: 451, sentence: "Later" };
  t.after(() => {
    mailbox.refusal = undefined;
  });
  await sends(acme);
  await acme.server.app.jobs.settled();
  assert.deepEqual(await emailsOf(acme), { waiting: 0, retrying: 1, success: now, failure: now });
  // Times are written at most once a minute, so the email arrives later than that.
  await acme.clock.advance({ minutes: 2 });
  await acme.server.app.jobs.settled();
  mailbox.refusal = undefined;
  await acme.clock.advance({ hours: 1 });
  await until(async () => (await emailsOf(acme)).retrying === 0);
  const { success } = await emailsOf(acme);
  assert.ok((success ?? 0) > now, "the newer time is shown");
});
